"""What is known of words where two sentences are compared: closed lists, of no project's subject.

English, with the commonest negations of other languages. A word that is on no list has to be the
same in both sentences.
"""

from __future__ import annotations


def listed(text: str) -> frozenset[str]:
    """Read a list of words."""
    return frozenset(text.split())


def paired(text: str) -> dict[str, str]:
    """Read a list of pairs, written as `one/other`."""
    return dict(pair.split("/") for pair in text.split())


NEGATIONS = listed(
    "not no never none cannot without neither nor nothing nobody nowhere non "
    "nicht kein keine keinen keiner keinem nie niemals ohne pas jamais sans aucun aucune nunca sin "
    "jamás não nem sem mai senza niet geen nooit zonder inte aldrig ikke aldri nigdy не нет "
    "никогда без 不 没 沒 無 无 未 勿 别"
)
"""Words that turn a sentence round."""

TELLING = listed(
    "only unless except avoid forbid forbids forbidden prohibited optional some sometimes off "
    "less fewer least most exactly rarely seldom was were"
)
"""Words that look unimportant and change what is said: both sentences must have them."""

RELATIONS = listed(
    "to from into onto before after over than by with for in on at of under via through "
    "between against within during as like about above below until since per up down out"
)
"""Words that say how the next word stands to the rest."""

SHARP = listed(
    "before after until since during above below over under up down out against between within"
)
"""Relations that mean much by themselves: one here for another there makes two facts."""

CONTRASTS = (("in", "out"), ("to", "from"), ("into", "from"), ("for", "against"), ("and", "or"))
"""Words of which one in this sentence and the other in that makes two facts."""

DIRECTIONS = {
    "from": "from",
    "to": "to",
    "into": "to",
    "onto": "to",
    "before": "before",
    "after": "after",
    "over": "over",
    "than": "over",
    "not": "not",
}
"""Relations whose word may not be exchanged with another of the sentence."""

BEING = listed("is are be been being was were am")
"""With one of these in only one of two sentences, the order of words may be another."""

USING = listed("use uses used using")

LIGHT = (
    BEING
    | USING
    | listed(
        "a an the this that these those it its there here we you they i our your their my own "
        "do does did has have had ca wo can will would shall should must may might could "
        "need needs needed required require requires ensure make makes sure "
        "run runs set sets put keep please "
        "all every each any whenever anytime time times and or so if when which who whose what "
        "e g i eg ie "
        "also just then thus such both always actually really currently simply"
    )
)
"""Words that say little by themselves; `always` says no more than a plain order does."""

PERMISSIONS = listed("may might can could")
OBLIGATIONS = listed("must shall should required needs need has")
"""Whether something is allowed or owed; a plain order counts as neither."""

UNITS = {
    unit: name
    for name, units in {
        "ms": "ms msec millisecond milliseconds",
        "s": "s sec secs second seconds",
        "min": "m min mins minute minutes",
        "h": "h hr hrs hour hours",
        "d": "d day days",
        "w": "w week weeks",
        "mo": "month months",
        "y": "y yr yrs year years",
        "b": "byte bytes",
        "kb": "k kb kib kilobyte kilobytes",
        "mb": "mb mib megabyte megabytes",
        "gb": "g gb gib gigabyte gigabytes",
        "tb": "tb tib terabyte terabytes",
        "%": "% percent pct",
        "px": "px pixel pixels",
    }.items()
    for unit in units.split()
}
"""Units of a number, and what each is written as here."""

NUMBER_WORDS = {
    word: str(value)
    for value, word in enumerate(
        (
            *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
            *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
            *("seventeen", "eighteen", "nineteen"),
        )
    )
} | paired(
    "twenty/20 thirty/30 forty/40 fifty/50 sixty/60 seventy/70 eighty/80 ninety/90"
    " hundred/100 thousand/1000"
)
"""Numbers that are written out."""

OTHER_FORMS = paired(
    "db/database repo/repository env/environment config/configuration dir/directory "
    "dirs/directory folder/directory folders/directory prod/production dev/development "
    "app/application docs/documentation doc/documentation deps/dependency dep/dependency "
    "args/argument params/parameter admin/administrator admins/administrator "
    "favour/prefer favor/prefer live/store lives/store located/store "
    "kept/keep built/build ran/run written/write wrote/write sent/send held/hold made/make "
    "gone/go went/go goes/go taken/take took/take given/give gave/give got/get chosen/choose "
    "chose/choose broken/break broke/break began/begin begun/begin left/leave lost/lose met/meet "
    "paid/pay said/say seen/see saw/see shown/show told/tell thrown/throw threw/throw "
    "spoken/speak caught/catch brought/bring bought/buy thought/think led/lead fed/feed "
    "meant/mean colour/color behaviour/behavior licence/license manually/hand"
)
"""Words that are another form, or another word, of one that is said more often."""
