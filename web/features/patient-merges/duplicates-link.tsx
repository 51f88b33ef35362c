import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#domain/paths.ts'
import { patientMergeTexts } from '#domain/texts/patient-merges.ts'
import { Notice } from '#web/components/ui/notice.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { duplicateCountQuery } from './queries.ts'

const texts = patientMergeTexts.duplicates

export function DuplicatesLink({ slug }: { slug: string }) {
  const { data: pairs = 0 } = useQuery(duplicateCountQuery(slug))
  if (pairs === 0) return null
  return (
    <Notice tone="info">
      {texts.link(pairs)}{' '}
      <Link className="link" to={withClinic(paths.membersDuplicates)}>
        {texts.look}
      </Link>
    </Notice>
  )
}
