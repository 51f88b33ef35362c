import { Building2, DoorOpen, MailOpen, Stethoscope } from 'lucide-react'
import { Link } from 'react-router'
import type { Standing } from '#domain/memberships/standing.ts'
import { paths } from '#domain/paths.ts'
import { portalTexts } from '#domain/texts/portal.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'

const texts = portalTexts.standing

/** Replaces a patient's data for users who are no patients of this clinic, with their options. */
export function NoPatientHere({
  clinic,
  standing,
}: {
  clinic: Clinic
  standing: Exclude<Standing, 'patient'>
}) {
  switch (standing) {
    case 'team':
      return (
        <EmptyState
          icon={Stethoscope}
          title={texts.teamTitle(clinic.name)}
          action={
            <Button asChild size="large" className="whitespace-normal">
              <Link to={withClinic(paths.clinic)}>{texts.toClinicArea}</Link>
            </Button>
          }
        >
          {texts.team}
        </EmptyState>
      )
    case 'invited':
      return (
        <EmptyState
          icon={MailOpen}
          title={texts.invitedTitle(clinic.name)}
          action={
            <Button asChild size="large" className="whitespace-normal">
              <Link to={withClinic(paths.join)}>{texts.finish}</Link>
            </Button>
          }
        >
          {texts.invited}
        </EmptyState>
      )
    case 'suspended':
      return (
        <EmptyState icon={DoorOpen} title={texts.suspendedTitle(clinic.name)}>
          {texts.suspended}
        </EmptyState>
      )
    case 'stranger':
      return (
        <EmptyState
          icon={Building2}
          title={texts.strangerTitle(clinic.name)}
          action={
            <Button asChild size="large" className="whitespace-normal">
              <Link to={withClinic(paths.join)}>{texts.join(clinic.name)}</Link>
            </Button>
          }
        >
          {texts.stranger}
        </EmptyState>
      )
  }
}
