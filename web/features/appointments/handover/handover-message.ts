import { visitWhenInZone } from '#domain/appointments/visit-time.ts'
import { handoverTexts } from '#domain/texts/handover.ts'
import { visitMailTexts } from '#domain/texts/visit-mails.ts'
import { instantsOf } from '#domain/values/zones.ts'
import type { PlannedRow, Way } from './handover-plan.ts'

const texts = handoverTexts.messages
const { subjects, subjectsOfMany } = visitMailTexts
const kinds = { provider: 'changed', day: 'moved', cancel: 'canceled' } as const

/** The instant of a planned time; the present one while it is not valid. */
export function instantOf({ to, visit }: Pick<PlannedRow, 'to' | 'visit'>): string {
  if (!to?.date || !to.time) return visit.startsAt
  const instants = instantsOf(to.date, to.time, visit.timeZone)
  const instant = to.isLaterHour ? instants.at(-1) : instants[0]
  return instant === undefined ? visit.startsAt : new Date(instant).toISOString()
}

/** The message to the patient of a checked row: one mail about all of the patient's checked visits. */
export function messageOf(row: PlannedRow, way: Way, rows: readonly PlannedRow[]): string {
  const { patientId, timeZone, way: reach } = row.visit
  const isSame = way === 'provider'
  if (reach === 'none') return texts.none
  if (reach === 'call') return isSame ? texts.callSame : texts.call
  if (reach === 'guardian') return isSame ? texts.guardianSame : texts.guardian
  if (reach === 'text') return isSame ? texts.textSame : way === 'cancel' ? texts.textCanceled : texts.text
  const count = rows.filter(({ isChecked, visit }) => isChecked && visit.patientId === patientId).length
  const kind = kinds[way]
  return texts.email(
    count > 1
      ? subjectsOfMany[kind](count)
      : subjects[kind](visitWhenInZone({ startsAt: instantOf(row), timeZone })),
  )
}
