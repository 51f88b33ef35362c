import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import type { ClinicMembership, MembershipClinic } from '#domain/memberships/memberships.ts'
import { standingIn } from '#domain/memberships/standing.ts'
import { paths } from '#domain/paths.ts'
import { portalTexts } from '#domain/texts/portal.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { clinicUrl } from '#web/lib/clinic/clinic-address.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { FindClinic } from './find-clinic.tsx'

const texts = portalTexts.standing

/**
 * On the main site: links to the user's clinics. Users without one see their invitations and a search.
 *
 * @param path page to open at the clinic
 */
export function WhichClinic({
  memberships,
  path,
}: {
  memberships: readonly ClinicMembership[]
  path: string
}) {
  const { user } = useSession()
  const clinics = memberships.flatMap(({ clinic }) => (belongsTo(memberships, clinic) ? [clinic] : []))
  const isNew = clinics.length === 0
  // optional: without an answer the search is still there
  const invitations = useQuery({
    queryKey: clinicKey(null, 'own-invitations', user?.id),
    queryFn: () => callFunction('own-invitations'),
    enabled: isNew,
  })
  const invited = (isNew && invitations.data?.clinics) || []
  return (
    <EmptyState
      icon={Building2}
      title={texts.noClinicTitle}
      action={
        <div className="grid w-full max-w-110 gap-6">
          {(clinics.length > 0 || invited.length > 0) && (
            <ul className="grid gap-3">
              {clinics.map(({ id, name, subdomain }) => (
                <ClinicLink key={id} href={clinicUrl(subdomain ?? '', path)} label={texts.openClinic(name)} />
              ))}
              {invited.map(({ name, subdomain }) => (
                <ClinicLink
                  key={subdomain}
                  href={clinicUrl(subdomain, paths.join)}
                  label={texts.openInvitation(name)}
                />
              ))}
            </ul>
          )}
          {isNew && (
            <>
              <FindClinic />
              <p className="text-form text-muted">{texts.invitedElsewhere}</p>
            </>
          )}
        </div>
      }
    >
      {isNew ? texts.noClinicAtAll : texts.noClinic}
    </EmptyState>
  )
}

/** True also while the clinic waits for a proof of the address: the user has joined, and perhaps paid. */
function belongsTo(
  memberships: readonly ClinicMembership[],
  clinic: MembershipClinic | null,
): clinic is MembershipClinic {
  if (!clinic?.subdomain) return false
  return ['patient', 'team'].includes(standingIn(memberships, clinic.subdomain))
}

function ClinicLink({ href, label }: { href: string; label: string }) {
  return (
    <li>
      <Button asChild size="large" className="w-full whitespace-normal">
        <a href={href}>{label}</a>
      </Button>
    </li>
  )
}
