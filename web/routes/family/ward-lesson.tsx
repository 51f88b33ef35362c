import { useParams } from 'react-router'
import { wardPath } from '#domain/paths.ts'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { WardBanner } from '#web/features/guardians/ward-banner.tsx'
import { LessonNotFound } from '#web/features/learning/lesson-reader.tsx'
import { WardLesson } from '#web/features/learning/ward-lesson.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { isUuid } from '#web/lib/page/is-uuid.ts'
import { WardGate } from './ward-gate.tsx'

const texts = guardianTexts.ward

/** A ward's lesson. The document's title names neither patient nor lesson. */
export default function WardLessonPage() {
  const { itemId = '' } = useParams()
  return (
    <WardGate>
      {({ ward, clinic }) => {
        const back = withClinic(wardPath(ward.id))
        return (
          <>
            <WardBanner name={ward.name} backTo={back} />
            <BackLink to={back}>{texts.title(ward.name)}</BackLink>
            {isUuid(itemId) ? (
              <WardLesson
                clinic={clinic}
                itemId={itemId}
                name={ward.name}
                heading={(title) => (
                  <PageHeading title={texts.lessons.title} site={clinic.name}>
                    <span className="break-words">{title}</span>
                  </PageHeading>
                )}
              />
            ) : (
              <LessonNotFound />
            )}
          </>
        )
      }}
    </WardGate>
  )
}
