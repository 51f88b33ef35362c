import type { CalendarService } from '#domain/outside-calendars/outside-calendars.ts'
import type { Config } from '../config/config.ts'
import { loadSecretBox, type SecretBox } from '../secret-box.ts'
import type { CalendarConnection } from './calendar-service.ts'
import { CalendarUnread, calendarLimits, type ReadAddress, readHttpsAddress } from './read-address.ts'

export interface OutsideCalendars {
  read: ReadAddress
  /** Those that this installation is registered at. */
  services: Partial<Record<CalendarService, CalendarConnection>>
  /** Of the stored addresses and refresh tokens. */
  secrets: SecretBox
}

/** In development, addresses of this installation too, such as the sandbox feed. */
export function openOutsideCalendars(
  config: Pick<Config, 'environment' | 'mainOrigin' | 'encryptionKey' | 'dataDir'>,
  services: OutsideCalendars['services'],
): OutsideCalendars {
  const read =
    config.environment === 'development' ? alsoFrom(new URL(config.mainOrigin).host) : readHttpsAddress
  return { read, services, secrets: loadSecretBox(config) }
}

function alsoFrom(host: string): ReadAddress {
  return async (address, validators) => {
    if (address.host !== host) return readHttpsAddress(address, validators)
    // `*.localhost` is known to browsers only
    const local = new URL(`${address.pathname}${address.search}`, `http://127.0.0.1:${address.port}`)
    const answer = await fetch(local, { signal: AbortSignal.timeout(calendarLimits.timeoutMs) }).catch(
      (error: unknown) => {
        throw new CalendarUnread('unreachable', error)
      },
    )
    if (answer.status === 404) throw new CalendarUnread('gone')
    if (!answer.ok) throw new CalendarUnread('unreachable')
    return { text: await answer.text(), etag: null, modified: null }
  }
}
