"""Telling an attack from talk about one: documentation, and rules that say how to defend.

Only words that stand close by count, in the same sentence or just around a quotation: a text does
not become harmless by mentioning security elsewhere.
"""

from __future__ import annotations

import re

_BEFORE = 140
"""Characters read before a match."""
_AFTER = 90
"""Characters read after a match that stands in quotation marks."""

_SENTENCE_END = re.compile(r"[.!?。！？](?=[\s\"'”’)]|$)|[。！？]")

_REPORTING = re.compile(
    r"""
    \b(?: (?:do|does|did|must|should|shall|will|would|can|could|may|is|are|was)[ ]not | never
      | cannot | can't | (?:do|does|did|must|should|wo|would|could|is|are|was)n['’]t
      | (?:refuse|attempt|tr(?:y|ies)|want|ask|asks|asking|tell|tells|telling|instruct|instructs
         |instructing|trick|tricks|tricking|cause|causes|persuade|persuades|convince)
        (?:[ ]\w+){0,4}?[ ]to
      | attack(?:s|ers?)? | inject(?:ions?|ed|ing) | jailbreak(?:s|ing)? | adversar(?:y|ies|ial)
      | malicious\w* | phish\w* | red[ -]team\w* | payloads?[ ](?:such|like)
      | detect\w* | block(?:s|ed|ing)? | flag(?:s|ged|ging)? | reject(?:s|ed|ing)? | saniti[sz]\w+
      | such[ ]as | phrases? | phrasing | (?:strings?|text|lines?|inputs?|messages?)[ ]like
      | for[ ](?:example|instance) | e\.g\. | (?<!\.)examples? | (?:known|common)[ ]patterns?
      | vulnerab\w+ | research(?:ers?)? | papers? | discuss\w* | describ(?:es|ed|ing)
      | users?[ ](?:who|that|may|might|can|could|try|tries) | someone | anyone | hackers?
      | test[ ](?:that|case|whether|if) | scan(?:s|ner)? )(?![\w-])
    | (?:if|when|whenever)[ ](?:a|an|any|the|some|you|your|someone)\b (?:[ ][\w'-]+){0,6}[ ]
      (?:says?|said|asks?|tells?|contains?|sees?|reads?|includes?|receives?)\b
    | \b(?: niemals | nie | jamais | nunca | non[ ]\w+[ ]mai | nooit | aldrig | никогда | asla
      | nigdy
      | angreifer\w* | attaquants? | atacantes? | attaccant[ei] | aanvallers? | angripare
      | злоумышленник\w* | saldirgan\w* | beispiel\w* | z\.b\. | par[ ]exemple | por[ ]exemplo
      | por[ ]ejemplo | (?:per|ad)[ ]esempio | bijvoorbeeld | например | ornegin | exempelvis
      | (?:texten?|satze?n?|phrasen|textes?|phrases?|textos?|frases?|testi|frasi|teksten|zinnen)
        [ ](?:wie|comme|como|come|als|zoals|som) )(?![\w-])
    | 攻撃 | インジェクション | 例えば | たとえば | 공격 | 예를[ ]들어
    | 攻击者 | 攻擊者 | 恶意 | 注入 | 指示其 | 模型 | 例如 | 比如 | 防止 | 检测
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""Words that put what follows into somebody else's mouth, or forbid it."""

_LABELLING = re.compile(
    r"""
    \b(?: attack\w* | inject\w+ | jailbreak\w* | malicious | adversarial | phrases? | payloads?
      | patterns? | (?:is|are|was|were|should[ ]be|must[ ]be|gets?|be)[ ](?:\w+[ ])?
        (?:blocked|rejected|flagged|refused|detected|ignored|filtered|stripped|treated|data)
      | attempts? | examples? | tricks? )\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""Words after a quotation that say what kind of thing it is."""

_LABEL = re.compile(
    r"[\"'`]?\s(?:\w+\s)?(?:technique|attack|injection|trick|phrase|pattern|jailbreak|exploit|method)s?\b",
    re.IGNORECASE,
)
"""A noun right behind the words: `the ignore-all attack`."""

_QUOTES = "\"'“”‘’`«»「」『』"


def is_talk(text: str, start: int, end: int) -> bool:
    """Whether the words at a place are reported, forbidden or quoted as a specimen."""
    if _LABEL.match(text, end):
        return True
    sentence = _sentence_before(text[max(0, start - _BEFORE) : start])
    if _REPORTING.search(sentence):
        return True
    quoted = sentence.rstrip()[-1:] in _QUOTES and sentence.strip() != ""
    closing = text[end : end + _AFTER]
    return quoted and any(q in closing for q in _QUOTES) and bool(_LABELLING.search(closing))


def _sentence_before(window: str) -> str:
    """What of a window belongs to the sentence that it ends in."""
    ends = [match.end() for match in _SENTENCE_END.finditer(window)]
    return window[ends[-1] :] if ends else window
