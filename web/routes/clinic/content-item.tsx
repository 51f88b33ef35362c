import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { paths } from '#domain/paths.ts'
import { assignmentTexts } from '#domain/texts/assignments.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { BackLink } from '#web/components/page/back-link.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { AssignDialog } from '#web/features/assignments/assign-dialog.tsx'
import { ContentEditor } from '#web/features/content/content-editor.tsx'
import { workingCopyQuery } from '#web/features/content/queries.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { isUuid } from '#web/lib/page/is-uuid.ts'
import { useKeptFocus } from '#web/lib/page/restore-focus.ts'
import { NotFoundHere } from './not-found-here.tsx'

const texts = contentTexts.editor

/** Edits and previews a content item (docs/specification.md B2.13). */
export default function ContentItem() {
  const { itemId = '' } = useParams()
  useKeptFocus()
  const clinic = useClinic()
  const may = useCan()
  const queryClient = useQueryClient()
  const [round, setRound] = useState(0)
  const [isAssigning, setAssigning] = useState(false)
  const item = useQuery({ ...workingCopyQuery(clinic.subdomain, itemId), enabled: isUuid(itemId) })
  if (item.data === null || !isUuid(itemId)) {
    return (
      <NotFoundHere title={texts.notFound} text={texts.notFoundLead} back={texts.back} path={paths.content} />
    )
  }
  return (
    <>
      <BackLink to={withClinic(paths.content)}>{texts.back}</BackLink>
      {item.isPending ? (
        <Loading>
          <Skeleton className="h-12 w-96 max-w-full" />
          <Skeleton className="mt-8 h-120 rounded-card" />
        </Loading>
      ) : item.data ? (
        <ContentEditor
          key={`${itemId} ${round}`}
          item={item.data}
          clinic={clinic}
          actions={
            item.data.status === 'published' &&
            may('lessons:assign') && (
              <Button variant="outline" onClick={() => setAssigning(true)}>
                <UserPlus aria-hidden />
                {assignmentTexts.assign}
              </Button>
            )
          }
          onShowTheirs={(theirs) => {
            queryClient.setQueryData(workingCopyQuery(clinic.subdomain, itemId).queryKey, theirs)
            setRound(round + 1)
          }}
        />
      ) : (
        <ErrorState title={texts.failed} onRetry={() => void item.refetch()} />
      )}
      <AssignDialog
        clinic={clinic}
        open={isAssigning && item.data ? { lesson: item.data } : null}
        onClose={() => setAssigning(false)}
      />
    </>
  )
}
