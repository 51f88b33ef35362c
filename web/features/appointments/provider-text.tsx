import { appointmentPageTexts as texts } from '#domain/texts/appointments.ts'
import type { Provider, TeamVisit } from './booking/queries.ts'

/** The name of a visit's provider; null without one; undefined while unknown, and at a clinic without providers. */
export type ProviderName = string | null | undefined

export function providerNameOf(
  { providerId }: Pick<TeamVisit, 'providerId'>,
  providers: readonly Provider[] | undefined,
): ProviderName {
  if (providerId) return providers?.find(({ id }) => id === providerId)?.name
  return providers?.some(({ isActive }) => isActive) ? null : undefined
}

/** "Elena Ruiz" or "No provider". */
export function providerShort(
  visit: Pick<TeamVisit, 'providerId'>,
  providers: readonly Provider[],
): string | undefined {
  const name = providerNameOf(visit, providers)
  return name === null ? texts.noProvider : name
}

/** " with Elena Ruiz", or a mark that the visit has no provider. */
export function WithProvider({ name }: { name: ProviderName }) {
  if (name) return ` ${texts.with(name)}`
  return (
    name === null && (
      <>
        {', '}
        <span className="font-semibold text-warning">{texts.noProvider}</span>
      </>
    )
  )
}
