import { Building2 } from 'lucide-react'
import { activeMemberships, type ClinicMembership } from '#domain/memberships/memberships.ts'
import { portalTexts } from '#domain/texts/portal.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { clinicUrl } from '#web/lib/clinic-address.ts'

const texts = portalTexts.standing

/** On the main site, where no clinic is selected: links to the person's clinics. @param path page to open there */
export function WhichClinic({
  memberships,
  path,
}: {
  memberships: readonly ClinicMembership[]
  path: string
}) {
  const clinics = activeMemberships(memberships).flatMap(({ clinic }) => (clinic?.subdomain ? [clinic] : []))
  return (
    <EmptyState
      icon={Building2}
      title={texts.noClinicTitle}
      action={
        clinics.length > 0 && (
          <ul className="grid gap-3">
            {clinics.map(({ id, name, subdomain }) => (
              <li key={id}>
                <Button asChild size="large" className="w-full whitespace-normal">
                  <a href={clinicUrl(subdomain ?? '', path)}>{texts.openClinic(name)}</a>
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    >
      {clinics.length > 0 ? texts.noClinic : texts.noClinicAtAll}
    </EmptyState>
  )
}
