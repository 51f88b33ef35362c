import { useSyncExternalStore } from 'react'
import { visitQuestions } from '#web/lib/clinic/visit-questions.ts'
import { drawnLate } from '../ui/layers/late-layer.tsx'

const Dialog = drawnLate(() => import('./affected-visits-dialog.tsx'))

/** Asks whether to save a change that affects visits (`savingVisits`). */
export function AffectedVisitsQuestion() {
  const affected = useSyncExternalStore(visitQuestions.subscribe, visitQuestions.asked)
  return affected && <Dialog key={affected.seen} affected={affected} />
}
