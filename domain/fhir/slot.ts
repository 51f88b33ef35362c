import { inOrder, slotMinutes, type TimeRange } from '../appointments/free-times.ts'
import { minuteMs } from '../values/durations.ts'
import { referenceTo } from './codes.ts'
import type { Slot } from './resources.ts'

/** A quarter of an hour of a provider's hours, in milliseconds. */
export interface SlotTime extends TimeRange {
  providerId: string
  isFree: boolean
}

const uuidLength = 36

/** A provider's slots do not overlap: the start identifies one. */
export const slotId = ({ providerId, from }: Pick<SlotTime, 'providerId' | 'from'>) =>
  `${providerId}.${from / minuteMs}`

/** Null for the id of no possible slot. */
export function slotOfId(id: string): Pick<SlotTime, 'providerId' | 'from'> | null {
  const providerId = id.slice(0, uuidLength)
  const minutes = /^\.(\d{1,10})$/.exec(id.slice(uuidLength))?.[1]
  if (!minutes || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(providerId)) return null
  return { providerId, from: Number(minutes) * minuteMs }
}

/**
 * The slots of a provider's hours, in order: busy ones overlap a visit with the time around it, or the provider's own
 * calendar. The last slot before the end of the hours may be shorter.
 */
export function slotsOf(
  providerId: string,
  { working, busy }: { working: readonly TimeRange[]; busy: readonly TimeRange[] },
): SlotTime[] {
  const taken = inOrder(busy)
  let at = 0
  return working.flatMap(({ from, until }) => {
    const slots: SlotTime[] = []
    for (let start = from; start < until; start += slotMinutes * minuteMs) {
      const end = Math.min(start + slotMinutes * minuteMs, until)
      while (at < taken.length && (taken[at]?.until ?? 0) <= start) at++
      const isFree = (taken[at]?.from ?? Number.POSITIVE_INFINITY) >= end
      slots.push({ providerId, from: start, until: end, isFree })
    }
    return slots
  })
}

/** The resource says only whether the time is free. */
export function slotResource(slot: SlotTime): Slot {
  return {
    resourceType: 'Slot',
    id: slotId(slot),
    schedule: referenceTo('Schedule', slot.providerId),
    status: slot.isFree ? 'free' : 'busy',
    start: new Date(slot.from).toISOString(),
    end: new Date(slot.until).toISOString(),
  }
}
