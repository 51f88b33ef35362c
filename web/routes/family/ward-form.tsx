import { useParams } from 'react-router'
import { wardPath } from '#domain/paths.ts'
import { formTexts } from '#domain/texts/forms.ts'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { OwnForm } from '#web/features/forms/own-form.tsx'
import { WardBanner } from '#web/features/guardians/ward-banner.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { WardGate } from './ward-gate.tsx'

/** A form that a guardian fills in and signs for a ward. The document's title names neither patient nor form. */
export default function WardForm() {
  const { requestId = '' } = useParams()
  const { user } = useSession()
  return (
    <WardGate>
      {({ ward, clinic }) => {
        const back = withClinic(wardPath(ward.id))
        return (
          <>
            <WardBanner name={ward.name} backTo={back} />
            <BackLink to={back}>{guardianTexts.ward.title(ward.name)}</BackLink>
            {user && (
              <OwnForm
                key={requestId}
                clinic={clinic}
                requestId={requestId}
                owner={user.id}
                patient={ward.name}
                heading={(title) => (
                  <PageHeading title={formTexts.own.title} site={clinic.name}>
                    <span className="break-words">{title}</span>
                  </PageHeading>
                )}
              />
            )}
          </>
        )
      }}
    </WardGate>
  )
}
