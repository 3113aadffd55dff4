"""The MCP door, driven by the SDK's own client and by raw lines."""
