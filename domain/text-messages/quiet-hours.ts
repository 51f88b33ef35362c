/** Hours without text messages, in the patient's zone (docs/decisions/0044), and without reminders by mail (docs/decisions/0175). */

import { hourIn } from '../values/dates.ts'

/** From nine in the evening to eight in the morning, as US law requires for calls to consumers. */
export const firstHour = 8
export const quietFromHour = 21

const stepMs = 15 * 60_000

/**
 * The possible zones of a patient: those of their US state, else the clinic's.
 *
 * @param state as typed: "NY" or "New York"; null: unknown
 */
export function zonesOf(state: string | null, clinicZone: string): string[] {
  const key = state?.trim().toLowerCase() ?? ''
  return (zonesByState[key] ?? clinicZone).split(' ')
}

/**
 * When a text message may be sent: at the end of the quiet hours in all zones.
 *
 * @returns null: now
 */
export function quietUntil(now: Date, zones: readonly string[]): Date | null {
  if (!isQuiet(now, zones)) return null
  // Quarters of an hour, because some zones differ by half an hour.
  let at = Math.ceil(now.getTime() / stepMs) * stepMs
  while (isQuiet(new Date(at), zones)) at += stepMs
  return new Date(at)
}

function isQuiet(at: Date, zones: readonly string[]): boolean {
  return zones.some((timeZone) => {
    const hour = hourIn(at, timeZone)
    return hour < firstHour || hour >= quietFromHour
  })
}

const eastern = 'America/New_York'
const central = 'America/Chicago'
const mountain = 'America/Denver'
const pacific = 'America/Los_Angeles'

const states: [names: string, zones: string][] = [
  ['ct|connecticut', eastern],
  ['dc|district of columbia', eastern],
  ['de|delaware', eastern],
  ['fl|florida', `${eastern} ${central}`],
  ['ga|georgia', eastern],
  ['in|indiana', `${eastern} ${central}`],
  ['ky|kentucky', `${eastern} ${central}`],
  ['ma|massachusetts', eastern],
  ['md|maryland', eastern],
  ['me|maine', eastern],
  ['mi|michigan', `${eastern} ${central}`],
  ['nc|north carolina', eastern],
  ['nh|new hampshire', eastern],
  ['nj|new jersey', eastern],
  ['ny|new york', eastern],
  ['oh|ohio', eastern],
  ['pa|pennsylvania', eastern],
  ['ri|rhode island', eastern],
  ['sc|south carolina', eastern],
  ['va|virginia', eastern],
  ['vt|vermont', eastern],
  ['wv|west virginia', eastern],
  ['al|alabama', central],
  ['ar|arkansas', central],
  ['ia|iowa', central],
  ['il|illinois', central],
  ['ks|kansas', `${central} ${mountain}`],
  ['la|louisiana', central],
  ['mn|minnesota', central],
  ['mo|missouri', central],
  ['ms|mississippi', central],
  ['nd|north dakota', `${central} ${mountain}`],
  ['ne|nebraska', `${central} ${mountain}`],
  ['ok|oklahoma', central],
  ['sd|south dakota', `${central} ${mountain}`],
  ['tn|tennessee', `${eastern} ${central}`],
  ['tx|texas', `${central} ${mountain}`],
  ['wi|wisconsin', central],
  ['az|arizona', `America/Phoenix ${mountain}`],
  ['co|colorado', mountain],
  ['id|idaho', `${mountain} ${pacific}`],
  ['mt|montana', mountain],
  ['nm|new mexico', mountain],
  ['ut|utah', mountain],
  ['wy|wyoming', mountain],
  ['ca|california', pacific],
  ['nv|nevada', pacific],
  ['or|oregon', `${pacific} ${mountain}`],
  ['wa|washington', pacific],
  ['ak|alaska', 'America/Anchorage America/Adak'],
  ['hi|hawaii', 'Pacific/Honolulu'],
]

const zonesByState: Record<string, string> = Object.fromEntries(
  states.flatMap(([names, zones]) => names.split('|').map((name) => [name, zones])),
)
