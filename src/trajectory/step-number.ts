/** The number a person sees for a step: the source's own where it numbers steps, else position + 1. */
export const stepNumber = (step: { readonly position: number; readonly nativeIndex: number | null }): number =>
  step.nativeIndex ?? step.position + 1;
