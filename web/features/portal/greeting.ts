import type { User } from '@supabase/auth-js'
import { greetingName, partOfDay } from '#domain/portal/greeting.ts'
import { portalTexts } from '#domain/texts/portal.ts'
import { hourIn } from '#domain/values/dates.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { displayName } from '#web/lib/session/session-context.ts'

/** "Good morning, Maria", by the device's clock (docs/specification.md B2.4). */
export function greeting(user: User, now: Date = serverNow()): string {
  const name = displayName(user)
  const fullName = name === user.email ? null : name
  return portalTexts.home.greetings[partOfDay(hourIn(now))](
    greetingName({ givenName: user.user_metadata.first_name, fullName, email: user.email }),
  )
}
