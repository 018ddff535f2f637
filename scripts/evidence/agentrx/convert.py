"""Converts runs as AgentRx's converters are documented to do, in Python, so that its JSON is Python's own.

Reads {"tau": [path], "plain": [path]} as its argument, prints {path: [[[role, content], ...] per run]}.
"""
import json
import sys


def laid_out(text):
    bare = text.strip()
    if bare[:1] + bare[-1:] not in ("{}", "[]"):
        return bare
    try:
        return json.dumps(json.loads(bare), ensure_ascii=False, indent=2)
    except ValueError:
        return bare


def chat_message(message):
    content = message.get("content")
    text = str(message.get("message", "") if content is None else content)
    parts = [laid_out(text) if message["role"] == "tool" else text.strip()]
    if message.get("tool_calls"):
        parts.append(json.dumps(message["tool_calls"], ensure_ascii=False, indent=2, sort_keys=True))
    return [message["role"], "\n\n".join(part for part in parts if part).strip()]


def main():
    wanted = json.loads(sys.argv[1])
    found = {}
    for path in wanted["tau"]:
        with open(path, encoding="utf-8") as file:
            found[path] = [[chat_message(message) for message in run["traj"]] for run in json.load(file)]
    for path in wanted["plain"]:
        with open(path, encoding="utf-8") as file:
            found[path] = [[[turn["role"], str(turn["content"] or "")] for turn in json.load(file)]]
    json.dump(found, sys.stdout)


main()
