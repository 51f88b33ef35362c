import * as z from 'zod/mini'
import { type CalendarFailure, outsideCalendarTexts } from '../texts/outside-calendars.ts'
import { consentReturn } from '../values/consent-return.ts'

const texts = outsideCalendarTexts.errors

/** Calendars of one provider. */
export const mostOutsideCalendars = 5

/** `webcal:` is how Apple and Outlook copy an address that is read over HTTPS. */
function withHttps(address: string): string {
  return address.replace(/^webcals?:/i, 'https:')
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
}

/** A private iCalendar address. The server refuses all but HTTPS outside development. */
export const addOutsideCalendarInput = z.object({
  address: z.string().check(
    z.trim(),
    z.minLength(1, texts.missing),
    z.maxLength(2_000, texts.wrong),
    z.overwrite(withHttps),
    z.refine((address) => address === '' || isAddress(address), texts.wrong),
  ),
})

export type AddOutsideCalendar = z.infer<typeof addOutsideCalendarInput>

/** Services that share busy times after a user's consent. */
export const calendarServices = ['google', 'microsoft'] as const
export type CalendarService = (typeof calendarServices)[number]

export const connectOutsideCalendarInput = z.object({ service: z.enum(calendarServices) })

export const calendarReturn = consentReturn('outside-calendar')

export const outsideCalendarInput = z.object({ id: z.uuid() })

/** Without the address and the tokens, which are not shown. */
export interface OutsideCalendar {
  id: string
  source: 'address' | CalendarService
  host: string
  /** ISO instants of the last successful read and of the last attempt. */
  readAt: string
  triedAt: string
  failure: CalendarFailure | null
}

export interface OwnOutsideCalendars {
  /** Whether the caller sees patients. */
  isProvider: boolean
  /** Of this installation. */
  services: CalendarService[]
  calendars: OutsideCalendar[]
}
