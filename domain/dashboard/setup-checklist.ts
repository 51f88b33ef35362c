/** The steps of the set-up checklist, in display order. */
export const setupSteps = ['profile', 'payouts', 'plan', 'join-page', 'first-patient'] as const
export type SetupStep = (typeof setupSteps)[number]

/** Answer of `setup-checklist`, computed from rows. */
export interface SetupChecklist {
  steps: { key: SetupStep; isDone: boolean }[]
  isComplete: boolean
}

export function setupChecklist(done: Record<SetupStep, boolean>): SetupChecklist {
  const steps = setupSteps.map((key) => ({ key, isDone: done[key] }))
  return { steps, isComplete: steps.every(({ isDone }) => isDone) }
}
