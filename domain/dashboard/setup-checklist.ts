/** The steps of the set-up checklist, in display order. */
export const setupSteps = ['profile', 'second-step', 'payouts', 'plan', 'join-page', 'first-patient'] as const
export type SetupStep = (typeof setupSteps)[number]

/** Answer of `setup-checklist`, computed from rows. */
export interface SetupChecklist {
  steps: { key: SetupStep; isDone: boolean }[]
  isComplete: boolean
  /** Whether there is a card for what the clinic owes Carefold: publishing needs one. */
  hasCard: boolean
}

/** @param done null for a step that this clinic does not ask for, which is left out */
export function setupChecklist(done: Record<SetupStep, boolean | null>, hasCard: boolean): SetupChecklist {
  const steps = setupSteps.flatMap((key) => {
    const isDone = done[key]
    return isDone === null ? [] : [{ key, isDone }]
  })
  return { steps, isComplete: steps.every(({ isDone }) => isDone), hasCard }
}
