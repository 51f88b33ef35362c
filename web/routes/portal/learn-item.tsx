import { useParams } from 'react-router'
import { learnPath, paths } from '#domain/paths.ts'
import { learningTexts } from '#domain/texts/learning.ts'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { LessonNotFound, LessonReader, ReaderSkeleton } from '#web/features/learning/lesson-reader.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinicLookup } from '#web/lib/clinic/current-clinic.ts'
import { config } from '#web/lib/page/config.ts'
import { isUuid } from '#web/lib/page/is-uuid.ts'
import { useKeptFocus } from '#web/lib/page/restore-focus.ts'
import { ForProvenPatients } from './for-proven-patients.tsx'

/** One lesson. The document's title does not name it, because the browser's history shows it to the next user. */
export default function LearnItem() {
  const { itemId = '' } = useParams()
  useKeptFocus()
  const { clinic } = useClinicLookup()
  const heading = (title?: string) => (
    <PageHeading title={learningTexts.title} site={clinic?.name ?? config.productName}>
      {title && <span className="break-words">{title}</span>}
    </PageHeading>
  )
  return (
    <>
      <BackLink to={withClinic(paths.learn)}>{learningTexts.back}</BackLink>
      <ForProvenPatients pending={<ReaderSkeleton />}>
        {(clinic) =>
          isUuid(itemId) ? (
            <LessonReader clinic={clinic} itemId={itemId} path={learnPath(itemId)} heading={heading} />
          ) : (
            <LessonNotFound />
          )
        }
      </ForProvenPatients>
    </>
  )
}
