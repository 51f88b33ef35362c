import { learnPath } from '#domain/paths.ts'
import { learningTexts } from '#domain/texts/learning.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { LessonList } from '#web/features/learning/lesson-list.tsx'
import { LessonSkeleton } from '#web/features/learning/lesson-skeleton.tsx'
import { lessonsQuery } from '#web/features/learning/queries.ts'
import { type Clinic, useClinicLookup } from '#web/lib/clinic/current-clinic.ts'
import { queryClient } from '#web/lib/fetch/query-client.ts'
import { config } from '#web/lib/page/config.ts'
import { ForProvenPatients } from './for-proven-patients.tsx'

/** The patient's Learning Center (docs/specification.md B2.5). */
export default function Learn() {
  const { clinic } = useClinicLookup()
  return (
    <>
      <PageHeading
        title={learningTexts.title}
        site={clinic?.name ?? config.productName}
        lead={clinic && learningTexts.lead(clinic.name)}
      />
      <div className="mt-6">
        <ForProvenPatients pending={<LessonSkeleton />}>
          {(clinic) => <LessonList clinic={clinic} pathOf={learnPath} />}
        </ForProvenPatients>
      </div>
    </>
  )
}

Learn.firstReads = (clinic: Clinic) => void queryClient.prefetchQuery(lessonsQuery(clinic.subdomain))
