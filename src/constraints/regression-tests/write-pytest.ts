import type { TestCase } from './test-case.ts';

/** A test file for pytest, which calls the `culprit` command. */
export function writePytest({ title, constraints, packs }: TestCase, fileName: string): string {
  const names = new Set<string>();
  return `# What broke ${title}
# Written by \`culprit constraints export --to pytest\`; yours to edit. Needs the culprit command (npm install culprit).
# CULPRIT_TRACE=run.json python3 -m pytest ${fileName}
import json
import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
PACKS = [${packs.map((path) => JSON.stringify(path)).join(', ')}]
# Leave "not-applicable" out where a run that never comes to the point must not pass.
ACCEPTED = ("satisfied", "not-applicable")


@pytest.fixture(scope="module")
def new_trace() -> Path:
    """A trace of a new run of the agent on this task. Run the agent here instead, if you like."""
    path = os.environ.get("CULPRIT_TRACE")
    if not path:
        pytest.fail("set CULPRIT_TRACE to the trace of a new run, or edit new_trace()")
    return Path(path)


@pytest.fixture(scope="module")
def checks(new_trace: Path) -> dict:
    command = shlex.split(os.environ.get("CULPRIT_COMMAND", "culprit"))
    program = shutil.which(command[0])
    if program is None:
        pytest.fail(f"there is no command {command[0]}: install culprit, or set CULPRIT_COMMAND to how it is called")
    given = [part for pack in PACKS for part in ("--constraints", str(HERE / pack))]
    result = subprocess.run(
        [program, *command[1:], "constraints", "check", str(new_trace), "--jsonl", *given],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        timeout=300,
    )
    # 1 = something is violated; the tests below say whether it is theirs.
    if result.returncode not in (0, 1):
        pytest.fail(f"culprit ended with exit code {result.returncode}: {result.stderr}")
    # One object a line; str.splitlines would also split at rarer separators inside a text.
    lines = [json.loads(line) for line in result.stdout.split("\\n") if line]
    return {check["constraintId"]: check for check in lines}


def verdict_of(checks: dict, constraint_id: str) -> str:
    check = checks.get(constraint_id)
    if check is None:
        return f"there is no constraint {constraint_id} in the pack any more"
    return "holds" if check["status"] in ACCEPTED else check["message"]


${constraints.map((one) => oneTest(one, names)).join('\n\n\n')}
`;
}

function oneTest({ id, description, said }: TestCase['constraints'][number], names: Set<string>): string {
  const base = `test_${id.toLowerCase().replace(/[^a-z0-9]+/g, '_')}`;
  let name = base;
  for (let number = 2; names.has(name); number++) name = `${base}_${number}`;
  names.add(name);
  return [
    `def ${name}(checks: dict) -> None:`,
    `    # ${description}`,
    `    # It said: ${said}`,
    `    assert verdict_of(checks, ${JSON.stringify(id)}) == "holds"`,
  ].join('\n');
}
