import type { SandboxLanguage } from '../../../src/contracts/sandbox.ts';

/** Checks of the kind that people and models write: look at a step, look back, compare, search. */
export const USUAL_CHECKS: Readonly<Record<SandboxLanguage, Readonly<Record<string, string>>>> = {
  javascript: {
    'a call was made before': `(trajectory, step) => {
      for (const event of step.events) {
        if (event.kind !== 'tool-call') continue;
        const earlier = trajectory.steps.slice(0, step.position).flatMap((one) => one.events);
        if (earlier.some((one) => one.kind === 'tool-call' && one.name === event.name && one.text === event.text)) {
          return { holds: false, message: event.name + ' was called before', evidence: [{ position: step.position }] };
        }
      }
      return true;
    }`,
    'identifiers were seen before': `(trajectory, step) => {
      const said = step.events.map((event) => event.text ?? '').join(' ');
      const before = trajectory.steps.slice(0, step.position).flatMap((one) => one.events).map((event) => event.text ?? '').join(' ');
      const missing = (said.match(/[A-Z0-9]{6,}/g) ?? []).filter((id) => step.role === 'agent' && !before.includes(id));
      return missing.length === 0 || { holds: false, message: missing.join(', ') };
    }`,
    'a short look': `(trajectory, step) => step.role !== 'agent' || step.events.length > 0`,
    'numbers are not negative': `(trajectory, step) => step.events.every((event) => !/-\\d+\\.\\d\\d\\b/.test(event.text ?? ''))`,
  },
  python: {
    'a call was made before': `def check(trajectory, current_step_index):
    step = trajectory["steps"][current_step_index]
    for event in step["events"]:
        if event["kind"] != "tool-call":
            continue
        for earlier in trajectory["steps"][:current_step_index]:
            for one in earlier["events"]:
                if one["kind"] == "tool-call" and one["name"] == event["name"] and one["text"] == event["text"]:
                    return {"holds": False, "message": event["name"] + " was called before", "evidence": [{"position": current_step_index}]}
    return True`,
    'identifiers were seen before': `import re
def check(trajectory, current_step_index):
    step = trajectory["steps"][current_step_index]
    said = " ".join(event.get("text") or "" for event in step["events"])
    before = " ".join(event.get("text") or "" for one in trajectory["steps"][:current_step_index] for event in one["events"])
    missing = [name for name in re.findall(r"[A-Z0-9]{6,}", said) if step["role"] == "agent" and name not in before]
    return True if not missing else {"holds": False, "message": ", ".join(missing)}`,
    'a short look': `def check(trajectory, current_step_index):
    step = trajectory["steps"][current_step_index]
    return step["role"] != "agent" or len(step["events"]) > 0`,
    'numbers are not negative': `import re
def check(trajectory, current_step_index):
    events = trajectory["steps"][current_step_index]["events"]
    return all(re.search(r"-\\d+\\.\\d\\d\\b", event.get("text") or "") is None for event in events)`,
  },
};
