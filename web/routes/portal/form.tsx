import { useParams } from 'react-router'
import { paths } from '#domain/paths.ts'
import { formTexts } from '#domain/texts/forms.ts'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { OwnForm } from '#web/features/forms/own-form.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { ForProvenPatients } from './for-proven-patients.tsx'

/** A patient's form. The document's title does not name it. */
export default function Form() {
  const { id = '' } = useParams()
  const { user } = useSession()
  return (
    <>
      <BackLink to={withClinic(paths.homeForms)}>{formTexts.own.back}</BackLink>
      <ForProvenPatients pending={<Skeleton className="mt-6 h-96 rounded-card" />}>
        {(clinic) =>
          user && (
            <OwnForm
              key={id}
              clinic={clinic}
              requestId={id}
              owner={user.id}
              patient={null}
              heading={(title) => (
                <PageHeading title={formTexts.own.title} site={clinic.name}>
                  <span className="break-words">{title}</span>
                </PageHeading>
              )}
            />
          )
        }
      </ForProvenPatients>
    </>
  )
}
