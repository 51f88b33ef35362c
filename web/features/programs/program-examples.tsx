import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { programTexts } from '#domain/texts/programs.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '#web/components/ui/dialog.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { programExamplesQuery } from './queries.ts'

const texts = programTexts.library

/** Carefold's example programs, to copy. @param children the button that opens it */
export function ProgramExamples({ clinic, children }: { clinic: Clinic; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>{children}</DialogTrigger>
      <DialogContent title={texts.title} description={texts.lead} className="sm:max-w-180">
        <Examples clinic={clinic} />
      </DialogContent>
    </Dialog>
  )
}

function Examples({ clinic }: { clinic: Clinic }) {
  const examples = useQuery(programExamplesQuery(clinic.subdomain))
  const refresh = useRefreshClinic()
  const copy = useMutation({
    mutationFn: (key: string) => callFunction('copy-program-example', { key }),
    onSuccess: () => toast.success(texts.done, { description: texts.doneDetail }),
    onError: (error) => toast.error(texts.copyFailed, describeRefusal(error, programTexts.editor.tryAgain)),
    onSettled: () => refresh(),
  })
  if (examples.isPending)
    return (
      <Loading>
        <Skeleton className="h-72" />
      </Loading>
    )
  if (!examples.data) return <ErrorState title={texts.failed} onRetry={() => void examples.refetch()} />
  return (
    <ul className="max-h-[60dvh] divide-y divide-line overflow-y-auto rounded-control border border-line">
      {examples.data.map(({ key, title, description, emoji, sessions, isCopied }) => (
        <li key={key} className="flex flex-wrap items-start justify-between gap-3 px-4 py-3">
          <div className="min-w-0 flex-1 basis-60">
            <p className="font-semibold">
              <span aria-hidden>{emoji}</span> {title}
            </p>
            <p className="text-form text-muted">{description}</p>
            <ol className="mt-1 list-decimal pl-5 text-note text-muted">
              {sessions.map((session) => (
                <li key={session.title}>{session.title}</li>
              ))}
            </ol>
          </div>
          {isCopied ? (
            <Badge>{texts.copied}</Badge>
          ) : (
            <Button
              variant="outline"
              size="small"
              aria-label={texts.copyNamed(title)}
              disabled={copy.isPending}
              onClick={() => copy.mutate(key)}
            >
              {texts.copy}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
