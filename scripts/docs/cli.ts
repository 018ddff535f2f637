import type { Command } from '../../src/cli/command.ts';
import { COMMANDS } from '../../src/cli/command-specs.ts';
import { FLAGS } from '../../src/cli/flags.ts';
import { FAIL_CONDITIONS } from '../../src/config/fail-condition.ts';
import { code, definePage, markdownTable } from './page.ts';

export default definePage({
  path: 'docs/reference/cli.md',
  render() {
    const commands = Object.entries<Command>(COMMANDS).flatMap(([name, command]) => [
      section(name, command),
      ...Object.entries(command.commands ?? {}).map(([inner, innerCommand]) =>
        section(`${name} ${inner}`, innerCommand),
      ),
    ]);
    const conditions = Object.entries(FAIL_CONDITIONS).map(([name, meaning]) => [code(name), meaning]);
    return `# Command line

\`culprit FILE\` is short for \`culprit diagnose FILE\`. Files, folders (searched for \`.json\`, \`.jsonl\`, \`.ndjson\` and
\`.traj\`), quoted globs and \`-\` for standard input can be named together; a file that is named twice is read once.

${commands.join('\n\n')}

## Exit codes

${markdownTable(
  ['Code', 'Means'],
  [
    ['0', 'Done.'],
    ['1', 'Done, and a condition of `--fail-on` holds.'],
    ['2', 'Wrong use or input; also where any file could not be read. The others were diagnosed all the same.'],
    ['3', 'The environment failed: an output cannot be written, or Culprit itself is at fault.'],
  ],
)}

An unreadable input weighs more than a condition: with both, the code is 2.

## Conditions of \`--fail-on\`

Several are separated by commas; one that holds for any run is enough. \`never\` is none.

${markdownTable(['Condition', 'Holds when'], conditions)}

## What goes where

Results go to standard output, or to the file of \`--out\`. Errors, notes and the progress bar go to standard error: the
bar only on a terminal, and only when the work takes more than half a second. No text of a trace reaches either with its
control characters. \`CULPRIT_DEBUG=1\` adds the stack trace to an error that was not foreseen.

\`--jsonl\` prints one line for each trajectory in the order of the input, whatever \`--jobs\` is. One that could not be
read has its line too:

\`\`\`json
{"schemaVersion":1,"trajectoryId":null,"source":{"uri":"runs.jsonl","format":null},"error":{"code":"TRACE_JSON_INVALID","message":"line 2: not valid JSON (column 1)","hint":"…"}}
\`\`\``;
  },
});

function section(name: string, command: Command): string {
  const { summary, arguments: args, argumentsDescription, flags, examples, commands } = command;
  const rows = flags.map((flag) => [code(FLAGS[flag].flags), FLAGS[flag].description]);
  const shown = examples.map(([command, does]) => `# ${does}\n${command}`).join('\n');
  return [
    `## ${code(`culprit ${name} ${commands === undefined ? args : 'COMMAND'}`.trim())}`,
    `${summary}.`,
    ...(args === '' ? [] : [`${code(args)}: ${argumentsDescription}.`]),
    ...(rows.length === 0 ? [] : [markdownTable(['Flag', 'Does'], rows)]),
    `\`\`\`sh\n${shown}\n\`\`\``,
  ].join('\n\n');
}
