import { activeMemberships, type ClinicMembership } from '#domain/memberships/memberships.ts'
import { paths } from '#domain/paths.ts'
import { portalTexts } from '#domain/texts/portal.ts'
import { ClinicMark } from '#web/components/clinic/clinic-mark.tsx'
import { clinicUrl } from '#web/lib/clinic/clinic-address.ts'

const texts = portalTexts.home.connections

/** The user's clinics, each with a link to its portal (docs/specification.md B2.4); nothing without one. */
export function ClinicConnections({ memberships }: { memberships: readonly ClinicMembership[] }) {
  const connected = activeMemberships(memberships).filter(({ clinic }) => clinic?.subdomain)
  if (connected.length === 0) return null
  return (
    <section aria-labelledby="clinic-connections">
      <h3 id="clinic-connections" className="font-semibold">
        {texts.title}
      </h3>
      <ul className="mt-1 grid gap-3 sm:mt-2">
        {connected.map((membership) => (
          <li key={membership.id}>
            <Connection membership={membership} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Connection({ membership }: { membership: ClinicMembership }) {
  const name = membership.clinic?.name ?? ''
  return (
    <div className="flex min-h-11 items-center gap-3.5">
      <ClinicMark name={name} />
      <p className="min-w-0 break-words">
        {/* a full URL: the clinic may be on another host */}
        <a
          className="link font-semibold"
          href={clinicUrl(membership.clinic?.subdomain ?? '', paths.dashboard)}
        >
          {texts.go(name)}
        </a>
        <span className="block text-note text-muted">{texts.roles[membership.role]}</span>
      </p>
    </div>
  )
}
