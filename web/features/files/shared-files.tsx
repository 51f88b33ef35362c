import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { partIds } from '#domain/mailed-links.ts'
import { fileTexts } from '#domain/texts/files.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Waiting } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useFileLinks } from '#web/lib/files/file-links.ts'
import { FileName } from './file-name.tsx'
import { sharedFilesQuery } from './queries.ts'

const texts = fileTexts.shared

export function SharedFiles({ clinic }: { clinic: Clinic }) {
  const id = useId()
  const files = useQuery(sharedFilesQuery(clinic.subdomain))
  const links = useFileLinks(files.data?.map((file) => file.id) ?? [])
  if (files.isError && !files.data)
    return <ErrorState title={texts.failed} onRetry={() => void files.refetch()} />
  if (files.isPending) return <Waiting />
  if (!files.data?.length) return null
  return (
    <Card role="region" id={partIds.files} aria-labelledby={id}>
      <CardTitle id={id}>{texts.title}</CardTitle>
      <ul className="mt-2 -mb-2 divide-y divide-line text-form">
        {files.data.map((file) => (
          <li key={file.id} className="py-3">
            <FileName file={file} url={links.get(file.id)} timeZone={clinic.time_zone} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
