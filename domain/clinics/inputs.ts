import * as z from 'zod/mini'
import { clinicTexts } from '../texts/clinics.ts'
import { maxSpansPerDay, type OpeningSpan, weekdays } from './opening-hours.ts'

const texts = clinicTexts.hours

const clockPattern = /^([01]\d|2[0-3]):[0-5]\d$/

const clockTime = z.string().check(z.regex(clockPattern, texts.time))

/** Spans end after they start and do not overlap within a day. */
export const openingHoursInput = z
  .array(
    z.object({
      day: z.literal([...weekdays]),
      opens: clockTime,
      closes: clockTime,
    }),
  )
  .check(z.maxLength(weekdays.length * maxSpansPerDay), (hours) => {
    const spans = hours.value
    for (const [index, span] of spans.entries()) {
      // Reported at the field.
      if (!clockPattern.test(span.opens) || !clockPattern.test(span.closes)) continue
      const day = texts.days[span.day]
      const problem =
        span.closes <= span.opens
          ? texts.order(day)
          : spans.some((other, at) => at < index && overlaps(span, other))
            ? texts.overlap(day)
            : null
      if (problem) {
        hours.issues.push({ code: 'custom', path: [index, 'closes'], message: problem, input: span.closes })
      }
    }
  })

function overlaps(one: OpeningSpan, other: OpeningSpan): boolean {
  return one.day === other.day && one.opens < other.closes && other.opens < one.closes
}
