import { ArrowUpRight } from 'lucide-react'
import { activeMemberships, type ClinicMembership } from '#domain/memberships/memberships.ts'
import { paths } from '#domain/paths.ts'
import { portalTexts } from '#domain/texts/portal.ts'
import { ClinicMark } from '#web/components/clinic/clinic-mark.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { clinicUrl } from '#web/lib/clinic/clinic-address.ts'

const texts = portalTexts.home.connections

/** The user's clinics, each with a link to its portal (docs/specification.md B2.4); nothing without one. */
export function ClinicConnections({ memberships }: { memberships: readonly ClinicMembership[] }) {
  const connected = activeMemberships(memberships).filter(({ clinic }) => clinic?.subdomain)
  if (connected.length === 0) return null
  return (
    <section aria-labelledby="clinic-connections">
      <h2 id="clinic-connections" className="font-display text-h3 font-medium">
        {texts.title}
      </h2>
      <ul className="mt-4 grid gap-4">
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
    <Card className="flex flex-col gap-4 sm:flex-row sm:items-center">
      <div className="flex min-w-0 flex-1 items-center gap-4">
        <ClinicMark name={name} />
        <div className="min-w-0">
          <h3 className="font-semibold break-words">{name}</h3>
          <p className="text-form text-muted">{texts.roles[membership.role]}</p>
        </div>
      </div>
      <Button asChild variant="outline" className="h-auto whitespace-normal sm:max-w-[60%]">
        {/* a full URL: the clinic may be on another host */}
        <a href={clinicUrl(membership.clinic?.subdomain ?? '', paths.dashboard)}>
          {texts.go(name)}
          <ArrowUpRight aria-hidden />
        </a>
      </Button>
    </Card>
  )
}
