import type { AffectedVisits, NotSaved } from '#domain/appointments/affected-visits.ts'

/** One question at a time, shown by `AffectedVisitsQuestion` in the clinic's shell. */
let asked: { affected: AffectedVisits; answer(savesAnyway: boolean): void } | null = null
const listeners = new Set<() => void>()

function set(next: typeof asked): void {
  asked = next
  for (const listener of listeners) listener()
}

export const visitQuestions = {
  asked: () => asked?.affected ?? null,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  settle(savesAnyway: boolean): void {
    const question = asked
    set(null)
    question?.answer(savesAnyway)
  },
}

/** The user went back instead of saving; the form stays as it is. */
export class WentBack extends Error {
  override name = 'WentBack'
}

/**
 * Saves a change; if it affects visits, asks the user and saves anyway or not. Asks again if the visits have changed
 * meanwhile.
 *
 * @param save calls the action; `confirmed` belongs in its input
 * @param onSavedAnyway receives the affected visits after the save
 * @throws WentBack
 */
export async function savingVisits<Answer extends object>(
  save: (confirmed: { confirmed?: string }) => Promise<Answer | NotSaved>,
  onSavedAnyway?: (affected: AffectedVisits) => void,
): Promise<Answer> {
  let confirmed: { confirmed?: string } = {}
  let seen: AffectedVisits | null = null
  for (;;) {
    const answer = await save(confirmed)
    if (!('affected' in answer)) {
      if (seen) onSavedAnyway?.(seen)
      return answer
    }
    const { affected } = answer
    const savesAnyway = await new Promise<boolean>((resolve) => {
      visitQuestions.settle(false)
      set({ affected, answer: resolve })
    })
    if (!savesAnyway) throw new WentBack()
    seen = affected
    confirmed = { confirmed: affected.seen }
  }
}
