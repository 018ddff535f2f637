/** MAST's fourteen failure modes of multi-agent systems in their three groups (Cemri et al. 2025, arXiv 2503.13657). */
export const MAST = {
  '1.1': { group: 'specification', title: 'Disobey task specification' },
  '1.2': { group: 'specification', title: 'Disobey role specification' },
  '1.3': { group: 'specification', title: 'Step repetition' },
  '1.4': { group: 'specification', title: 'Loss of conversation history' },
  '1.5': { group: 'specification', title: 'Unaware of termination conditions' },
  '2.1': { group: 'misalignment between agents', title: 'Conversation reset' },
  '2.2': { group: 'misalignment between agents', title: 'Fail to ask for clarification' },
  '2.3': { group: 'misalignment between agents', title: 'Task derailment' },
  '2.4': { group: 'misalignment between agents', title: 'Information withholding' },
  '2.5': { group: 'misalignment between agents', title: "Ignored other agent's input" },
  '2.6': { group: 'misalignment between agents', title: 'Mismatch of reasoning and action' },
  '3.1': { group: 'verification', title: 'Premature termination' },
  '3.2': { group: 'verification', title: 'No or incomplete verification' },
  '3.3': { group: 'verification', title: 'Incorrect verification' },
} as const;

export type MastMode = keyof typeof MAST;
