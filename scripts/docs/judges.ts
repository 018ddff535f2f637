import { LLM_JUDGES } from '../../src/judges/llm/index.ts';
import type { LlmJudge } from '../../src/judges/llm/llm-judge.ts';
import { MAX_PANEL, MAX_SAMPLES } from '../../src/judges/llm/panel.ts';
import { code, definePage, markdownTable } from './page.ts';

const LENGTHS = [10, 30, 120] as const;

const callsText = ({ calls }: LlmJudge): string => {
  const counts = LENGTHS.map((steps) => calls(steps));
  return new Set(counts).size === 1 ? String(counts[0]) : counts.join(', ');
};

export default definePage({
  path: 'docs/reference/judges.md',
  render() {
    const judges = Object.values(LLM_JUDGES);
    const table = markdownTable(
      ['Judge', 'What it does', `Calls for ${LENGTHS.join(', ')} steps, at most`, 'What is sent of a run', 'From'],
      judges.map((judge) => [code(judge.id), judge.description, callsText(judge), judge.sends, judge.source ?? 'ours']),
    );
    return `# Judges

A judge says which step broke a run. The default, ${code('embedded')}, needs no model: its score is a sum, and every report
prints what it is made of. The others ask a language model. Each reading of a run by a model becomes an *opinion*: the first
mistake, the critical and the decisive step, category and mode, who acted, quotes, next likely steps, the smallest correction,
how sure the model says it is, and what of its answer could not be used.

## Judges that ask a model

${table}

The four whose names begin with ${code('who-and-when')} are baselines to compare with: the readings of the paper, in words of our own,
with the step numbers and groups that every prompt here has. They are shown the task and the run, the
reference where that is asked for, and nothing else; they name one step and no category.

A call may be repeated once where its answer does not have the shape that was asked for; calls that are refused as too long come on top. ${code('llm-compare')} needs one call where an
earlier reading is at hand, as in a panel. Up to ${MAX_PANEL} judges read a run side by side, each up to ${MAX_SAMPLES} times; what most
of them name wins, between equals what the surer ones name, then the earlier step. How many readings agree is told, and how far
the readings of one judge agree with each other.

## What a model is shown

Steps are numbered as in every report, the first and last number are stated, and what one actor does in a row stands under one
heading. How the run ended is told as far as the trace says it, but for the baselines. Beside the run, each of these is an option of its own, so that what it is worth can be measured:

| Part | What it is |
| --- | --- |
| violations | What checks found, at most 40 findings, those that nothing made good first |
| checklist | Yes-or-no questions that tell the categories apart |
| examples | Three invented runs and how they are read |
| policy, tools, instruction | What the agent was told, and the task |
| reference | The reference answer in the trace; labels are never shown |

With a shortlist, the steps that the default judge ranks highest are shown in full with the calls, results and neighbours they
belong to, what the run ended with as well, and every other step in one line. A run that does not fit a model's context is treated so of itself: as many of the
important steps in full as fit, a line for the others or a word that they are there, and the opinion says what was left
out. Where nobody knows what a model takes and it refuses a run as too long, it is asked again, up to three times, with half as
much.

## What is done with an answer

- A category is read in any spelling, a step as a number or in words. Answers of AgentRx's shape are read too
  (${code('failure_case')} 1 to 10, ${code('step_number')} or ${code('index')}).
- A step that does not exist, an unknown agent, a quote that does not stand in the step that is cited: each is told with the
  opinion, and none is taken for true.
- ${code('llm-compare')} and ${code('llm-requirements')} ask about single steps; which one is critical is worked out from the answers in code.
- A call that fails costs that call. Where nobody answered, the judgment abstains and says why. Silence is never read as "no
  failure".

## A trace is not to be obeyed

Everything that comes from a trace, its names and tools included, and everything that a model said before stands in fences that
their own text cannot close; outside of them are fixed words and step numbers alone. ${code('npm run evidence -- injection')} puts orders
at every place of a run, and compares what is asked and what comes out with the same run without them. It shows that an order
never stands where a model is asked something; how a given model takes an order that it sees inside of a fence, it cannot show.`;
  },
});
