import { sql } from 'kysely'
import { slotMinutes, type TimeRange, workingTimes } from '#domain/appointments/free-times.ts'
import { FhirProblem } from '#domain/fhir/problem.ts'
import { badValue, type Criterion, type SearchRequest } from '#domain/fhir/search-request.ts'
import { dateValue, referenceValue, tokenValue } from '#domain/fhir/search-values.ts'
import { type SlotTime, slotId, slotOfId, slotResource, slotsOf } from '#domain/fhir/slot.ts'
import { fhirTexts } from '#domain/texts/fhir.ts'
import { dayMs, minuteMs } from '#domain/values/durations.ts'
import { dateIn, daysBetween } from '#domain/values/zones.ts'
import { workingHours } from '#server/features/appointments/calendar/working-hours.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import type { Asking, Found, Readable } from './readable.ts'

/** Without `start`. */
const usualDays = 7
/** Each slot is computed. */
const mostDays = 31

export const slots: Readable = {
  tables: [],
  async search(asking, request) {
    const range = rangeOf(asking, request)
    const found = (await slotsIn(asking, range)).filter(isWanted(asking, request))
    const from = request.after === null ? 0 : placeAfter(found, request.after)
    const shown = found.slice(from, from + request.count)
    const last = shown.at(-1)
    return {
      found: shown.map(asFound),
      next: last && found.length > from + request.count ? slotId(last) : null,
    }
  },
  async read(asking, id) {
    const wanted = slotOfId(id)
    if (!wanted) return null
    const { from, providerId } = wanted
    const found = await slotsIn(asking, { from, until: from + 1 })
    const slot = found.find((each) => each.providerId === providerId && each.from === from)
    return slot ? asFound(slot) : null
  },
}

const asFound = (slot: SlotTime): Found => ({ resource: slotResource(slot), patientId: null })

/** In which slots begin. */
function rangeOf({ now, zone }: Asking, { criteria }: SearchRequest): TimeRange {
  const starts = criteria.filter(({ name }) => name === 'start')
  if (starts.length === 0) return { from: now.getTime(), until: now.getTime() + usualDays * dayMs }
  const range = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  for (const { name, values } of starts) {
    const [text = '', ...others] = values
    if (others.length > 0) throw badValue(name)
    const { prefix, from, until } = dateValue(name, text, zone)
    if (prefix === 'eq' || prefix === 'ge') range.from = Math.max(range.from, from)
    if (prefix === 'gt') range.from = Math.max(range.from, until)
    if (prefix === 'eq' || prefix === 'le') range.until = Math.min(range.until, until)
    if (prefix === 'lt') range.until = Math.min(range.until, from)
  }
  // a day more, for a clock change
  if (!(range.until - range.from <= (mostDays + 1) * dayMs))
    throw new FhirProblem(400, 'too-costly', fhirTexts.problems.slotRange(mostDays))
  return range
}

function isWanted({ place }: Asking, { criteria }: SearchRequest): (slot: SlotTime) => boolean {
  const matches = ({ name, values }: Criterion, { providerId, isFree }: SlotTime) => {
    if (name === 'status')
      return values.some((value) => tokenValue(value).code === (isFree ? 'free' : 'busy'))
    if (name !== 'schedule') return true
    return values
      .map((value) => referenceValue(value, place.base))
      .some(({ type, id }) => (type === null || type === 'Schedule') && id === providerId)
  }
  return (slot) => criteria.every((criterion) => matches(criterion, slot))
}

/** The slot of the cursor may be gone meanwhile: the page begins with the first later one. */
function placeAfter(found: readonly SlotTime[], cursor: string): number {
  const last = slotOfId(cursor)
  if (!last) throw badValue('_cursor')
  const at = found.findIndex((slot) => inOrder(slot, last) > 0)
  return at === -1 ? found.length : at
}

type Place = Pick<SlotTime, 'from' | 'providerId'>
const inOrder = (a: Place, b: Place) =>
  a.from - b.from || (a.providerId < b.providerId ? -1 : Number(a.providerId > b.providerId))

/** Of all active providers, by time. */
async function slotsIn({ tx, clinicId, zone, now }: Asking, { from, until }: TimeRange): Promise<SlotTime[]> {
  if (until <= from) return []
  const firstDay = dateIn(new Date(from), zone)
  const days = daysBetween(firstDay, dateIn(new Date(until), zone)) + 1
  const working = await workingHours(tx, clinicId, firstDay, { active: true })
  const busy = await asSystem(tx, () =>
    busyTimes(tx, clinicId, { from, until: until + slotMinutes * minuteMs }, now),
  )
  return [...working]
    .flatMap(([providerId, provider]) =>
      slotsOf(providerId, {
        working: workingTimes({ zone, from: firstDay, days, provider }),
        busy: busy.get(providerId) ?? [],
      }),
    )
    .filter((slot) => slot.from >= from && slot.from < until)
    .sort(inOrder)
}

/** Times that are taken, of which no client may read whose they are. Role `system`. */
async function busyTimes(
  tx: Tx,
  clinicId: string,
  { from, until }: TimeRange,
  now: Date,
): Promise<Map<string, TimeRange[]>> {
  const range = sql`tstzrange(${new Date(from)}, ${new Date(until)})`
  const { rows } = await sql<{ provider_id: string; from: Date; until: Date }>`
    select b.provider_id, lower(b.busy) as from, upper(b.busy) as until
      from app.busy_times b
     where b.clinic_id = ${clinicId} and b.provider_id is not null and b.busy && ${range}
       and (b.expires_at is null or b.expires_at > ${now})
    union all
    select o.provider_id, lower(o.busy), upper(o.busy)
      from app.outside_busy_times o
     where o.clinic_id = ${clinicId} and o.busy && ${range}`.execute(tx)
  const busy = new Map<string, TimeRange[]>()
  for (const row of rows) {
    const times = busy.get(row.provider_id) ?? []
    times.push({ from: row.from.getTime(), until: row.until.getTime() })
    busy.set(row.provider_id, times)
  }
  return busy
}
