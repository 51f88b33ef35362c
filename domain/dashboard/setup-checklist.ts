/** In display order. */
export const setupSteps = [
  'profile',
  'second-step',
  'hours',
  'payouts',
  'card',
  'plan',
  'join-page',
  'first-patient',
] as const
export type SetupStep = (typeof setupSteps)[number]

/** Computed from rows. */
export interface SetupChecklist {
  steps: { key: SetupStep; isDone: boolean }[]
  isComplete: boolean
}

/** @param done null omits a step that this clinic does not require */
export function setupChecklist(done: Record<SetupStep, boolean | null>): SetupChecklist {
  const steps = setupSteps.flatMap((key) => {
    const isDone = done[key]
    return isDone === null ? [] : [{ key, isDone }]
  })
  return { steps, isComplete: steps.every(({ isDone }) => isDone) }
}
