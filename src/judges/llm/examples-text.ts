/**
 * Small worked examples: short runs of our own making and how they are read, one of a mistake that is made good before the
 * real one, one where the fault is the user's, one where a step only passes on what an earlier one got wrong.
 */
export const EXAMPLES_TEXT = [
  'Worked examples (invented runs, shortened; they say nothing of the run that you are asked about):',
  [
    'Example 1. Task: "Book the cheapest room in Lund for 3 May."',
    '[step 1] user says: Book the cheapest room in Lund for 3 May.',
    '[step 2] agent calls find_rooms: {"city":"Lunt","date":"05-03"}',
    '[step 3] result: no such city',
    '[step 4] agent calls find_rooms: {"city":"Lund","date":"05-03"}',
    '[step 5] result: Hotel A 900, Hotel B 740, Hostel C 310 (sold out)',
    '[step 6] agent calls book: {"hotel":"Hotel A"}',
    '[step 7] agent says: Booked Hotel A, the cheapest.',
    'Reading: step 2 is the first mistake, and step 4 makes it good. Step 6 books 900 although step 5 lists 740: nothing ' +
      'makes that good, and with Hotel B booked the outcome is right. firstMistake 2, critical 6, decisive 6, category ' +
      'misinterpretation-of-tool-output, quote "Hotel B 740" of step 5. Step 7 only repeats it.',
  ].join('\n'),
  [
    'Example 2. Task: "Cancel my subscription."',
    '[step 1] user says: Cancel my subscription.',
    '[step 2] agent says: Which one, the paper or the online edition?',
    '[step 3] user says: Just cancel it please.',
    '[step 4] agent says: I need to know which of the two.',
    '[step 5] user says: Never mind then.',
    'Reading: the agent may not guess and asked twice; what it needed was never said. firstMistake 3, critical 3, decisive 3, ' +
      'agent user, category underspecified-user-intent, quote "Just cancel it please." of step 3.',
  ].join('\n'),
  [
    'Example 3. Task: "How many of the 2019 reports mention cobalt?"',
    '[step 1] planner says: Reader, count the reports of 2018 that mention cobalt.',
    '[step 2] reader calls search: {"year":2018,"word":"cobalt"}',
    '[step 3] result: 14 reports',
    '[step 4] reader says: 14.',
    '[step 5] planner says: The answer is 14.',
    'Reading: the reader does what it is told and its output is read rightly; the wrong year comes from step 1. firstMistake 1, ' +
      'critical 1, decisive 1, agent planner, category instruction-plan-adherence, alternative 5 (the planner could have ' +
      'noticed), quote "2018" of step 1.',
  ].join('\n'),
].join('\n\n');
