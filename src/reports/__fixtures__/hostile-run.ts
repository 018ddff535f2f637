import type { Run } from '../../contracts/run.ts';
import { calls, constraint, evidenceAt, gives, makeRun, makeTrajectory, says, user, violation } from './make-run.ts';

// Text that tries to run in a browser, steer a terminal, forge lines or break a layout. Nothing here is ever evaluated.

const MARK = 'globalThis.__pwned=(globalThis.__pwned??0)+1';

export const HTML_PAYLOADS: readonly string[] = [
  `<script>${MARK}</script>`,
  `</script><script>${MARK}</script>`,
  `</style><script>${MARK}</script>`,
  `</title><script>${MARK}</script>`,
  `</textarea></pre></details></template><img src=x onerror="${MARK}">`,
  `<img src=x onerror=${MARK}>`,
  `<svg onload=${MARK}><animate onbegin=${MARK} attributeName=x dur=1s>`,
  `"><img src=x onerror=${MARK}>`,
  `' onmouseover='${MARK}' x='`,
  `" onfocus="${MARK}" autofocus tabindex="1`,
  `\` onclick=${MARK} \``,
  `<a href="javascript:${MARK}">click</a>`,
  `javascript:${MARK}`,
  `<iframe srcdoc="<script>parent.${MARK}</script>"></iframe>`,
  `<meta http-equiv="refresh" content="0;url=https://attacker.invalid/">`,
  `<link rel=stylesheet href=https://attacker.invalid/x.css>`,
  `<form action=https://attacker.invalid/><input name=q><button>go</button></form>`,
  `<base href="https://attacker.invalid/">`,
  `<object data="https://attacker.invalid/x"></object><embed src="https://attacker.invalid/y">`,
  `<style>@import "https://attacker.invalid/z.css";*{display:none}</style>`,
  `<!-- --><![CDATA[<script>${MARK}</script>]]>`,
  `&lt;script&gt;${MARK}&lt;/script&gt; &#60;script&#62; &amp;`,
  `\${alert(1)} {{constructor.constructor('${MARK}')()}}`,
  `<math><mtext></p><style><!--</style><img title="--><img src=x onerror=${MARK}>">`,
  `<noscript><p title="</noscript><img src=x onerror=${MARK}>">`,
];

export const TERMINAL_PAYLOADS: readonly string[] = [
  '\u001b[2J\u001b[H\u001b[31mred\u001b[0m',
  '\u001b]0;title\u0007',
  '\u001b]8;;https://attacker.invalid/\u001b\\link\u001b]8;;\u001b\\',
  '\u001b]52;c;ZXZpbA==\u0007',
  '\u009b31m C1 sequence \u009d0;x\u009c',
  'over\rwritten\b\b\b\u007f',
  'bell\u0007 null\u0000 shift\u000e vt\u000b ff\u000c',
];

export const UNICODE_PAYLOADS: readonly string[] = [
  'access\u202e\u2066// check\u2069\u2066 granted', // bidirectional override
  'zero\u200bwidth\u200d\ufeff\u2060 join\u00aders',
  'tags\u{e0041}\u{e0042}\u{e007f} end',
  'line\u2028separator\u2029paragraph\u0085next',
  'half \ud800 a pair \udc00',
  'مرحبا بالعالم، هذا نص من اليمين إلى اليسار 123',
  'שלום עולם',
  '👩‍👩‍👧‍👦 🇩🇪 🏳️‍🌈 👍🏽 日本語のテキスト 한국어',
  `e${'\u0301'.repeat(60)} stacked marks`,
];

export const MARKDOWN_PAYLOADS: readonly string[] = [
  '```\n````\n`````\n# heading\n<details><summary>x</summary>',
  '![x](https://attacker.invalid/track.png) [click](javascript:alert(1))',
  '@octocat #1 GH-2 owner/repo#3 https://attacker.invalid www.attacker.invalid',
  '| a | b |\n|---|---|\n| c | d |',
  '*bold* _it_ ~~no~~ `code` ``two`` \\ \\` $math$ :tada:',
  '[ref]: https://attacker.invalid\n> quote\n- [ ] task\n---\n===',
];

export const LONG_WORD = 'W'.repeat(5_000);

const ALL = [...HTML_PAYLOADS, ...TERMINAL_PAYLOADS, ...UNICODE_PAYLOADS, ...MARKDOWN_PAYLOADS];

export function hostileRun(): Run {
  const name = `<img src=x onerror=${MARK}>`;
  const agent = `\u001b[31m</span><script>${MARK}</script>\u202e@octocat`;
  const drafts = [
    user(ALL.join('\n')),
    ...ALL.map((payload, index) =>
      index % 2 === 0
        ? calls(`c${index}"'<`, name, { [payload]: payload, list: [payload, { deep: payload }] }, payload, agent)
        : gives(`c${index - 1}"'<`, name, index % 4 === 1 ? payload : { error: payload }, true),
    ),
    says(LONG_WORD, agent),
    says(`final ${ALL.join(' ')}`, agent),
  ];
  const trajectory = makeTrajectory(`</script>${name}\u001b]0;x\u0007`, drafts, {
    uri: `../"><script>${MARK}</script>\u202e.json`,
    instruction: ALL.join('\n'),
    policy: ALL.join('\n'),
    outcome: { status: 'failed', reward: 0, reason: HTML_PAYLOADS[1] ?? '' },
    tools: [{ name, description: ALL.join(' '), parameters: { type: name } }],
    metadata: { [name]: ALL.join(' '), ['__proto__x']: null },
    coverageFields: {
      complete: false,
      recordsOther: 2,
      warnings: [{ code: name, message: ALL.join(' '), count: 3, firstRef: `</script>${name}` }],
      assumed: ALL,
      elided: [{ what: name, count: 2 }],
    },
  });
  trajectory.steps.push({
    ...(trajectory.steps[0] as (typeof trajectory.steps)[number]),
    id: `"><script>${MARK}</script>`,
    position: trajectory.steps.length,
    role: 'environment',
    agent: name,
    parentId: 'step-1',
    model: name,
    startedAt: name,
    endedAt: name,
    events: [
      { id: `"><b>`, rawRef: name, kind: 'other', text: ALL.join('\n'), nativeKind: name },
      { id: `'><b>`, rawRef: null, kind: 'handoff', from: name, to: name, text: name },
      { id: `g`, rawRef: null, kind: 'guardrail', text: name, triggered: true },
      { id: `r`, rawRef: null, kind: 'error', text: name, errorType: name },
      { id: `p`, rawRef: null, kind: 'plan', text: name },
      { id: `k`, rawRef: null, kind: 'compaction', text: name },
      { id: `t`, rawRef: null, kind: 'reasoning', text: name },
    ],
  });
  const id = `rule-${name}`;
  const evidence = [
    ...ALL.slice(0, 30).map((payload, index) => evidenceAt(trajectory, 0, payload, `note ${index} ${payload}`)),
    evidenceAt(trajectory, ALL.length + 1, LONG_WORD, name),
  ];
  return makeRun({
    trajectory,
    constraints: [constraint(id, ALL.join(' '), { severity: 'high', clause: name })],
    outcomes: [
      violation(trajectory, id, 0, ALL.join(' '), evidence),
      violation(trajectory, id, 3, `${LONG_WORD} ${name}`, [], 5),
      {
        constraintId: name,
        status: 'undecided',
        stepId: null,
        position: null,
        message: ALL.join(' '),
        evidence: [],
        recoveredPosition: null,
        checked: 1,
      },
    ],
    edges: [
      {
        from: 0,
        to: 3,
        kind: 'data',
        carrier: { type: 'value', value: ALL.join(' '), fromEventId: 'e0', fromStart: 0, toEventId: 'e3', toStart: 0 },
      },
      { from: 0, to: 2, kind: 'control', carrier: { type: 'handoff', to: name } },
      { from: 0, to: 1, kind: 'control', carrier: { type: 'retry', tool: name } },
    ],
    markers: {
      firstAnomaly: [0, name],
      critical: [0, ALL.join(' ')],
      decisive: [3, `\u001b[31m${name}`],
      symptom: [trajectory.steps.length - 1, LONG_WORD],
    },
    diagnosis: {
      category: 'guardrails-triggered',
      mode: 'step-loop',
      owner: 'environment',
      score: 1.5,
      headline: `It broke at step 1, ${agent}: ${HTML_PAYLOADS[1]} \u001b[31m`,
      reasons: [
        { text: ALL.join(' '), contribution: 2 },
        { text: LONG_WORD, contribution: -0.5 },
      ],
      alternatives: [
        {
          stepId: 'step-4',
          position: 3,
          nativeIndex: null,
          rawRef: name,
          agent,
          category: 'inconclusive',
          score: 0.2,
          reasons: [{ text: name, contribution: 0.2 }],
        },
      ],
      causalPath: [
        { position: 0, via: '' },
        { position: 3, via: ALL.join(' ') },
        { position: trajectory.steps.length - 1, via: 'order' },
      ],
      fixes: [{ owner: 'environment', text: ALL.join(' ') }],
      judge: { id: name, version: name },
    },
  });
}
