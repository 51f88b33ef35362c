import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contentTexts } from '#domain/texts/content.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { examplesQuery } from './queries.ts'

const texts = contentTexts.library

/** Carefold's example articles, to copy as drafts. */
export function ExamplesDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog open={isOpen} onOpenChange={(open) => open || onClose()}>
      <DialogContent title={texts.title} description={texts.lead} className="sm:max-w-180">
        <Examples onClose={onClose} />
      </DialogContent>
    </Dialog>
  )
}

function Examples({ onClose }: { onClose(): void }) {
  const { subdomain } = useClinic()
  const examples = useQuery(examplesQuery(subdomain))
  const refresh = useRefreshClinic()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const copy = useMutation({
    mutationFn: () => callFunction('copy-content-examples', { keys: [...chosen] }),
    onSuccess: async ({ itemIds }) => {
      toast.success(texts.done(itemIds.length), { description: texts.doneDetail })
      onClose()
      await refresh()
    },
    onError: (error) => toast.error(texts.copyFailed, describeRefusal(error, contentTexts.tryAgain)),
  })

  if (examples.isPending) {
    return (
      <Loading>
        <Skeleton className="h-72" />
      </Loading>
    )
  }
  if (!examples.data) return <ErrorState title={texts.failed} onRetry={() => void examples.refetch()} />
  return (
    <>
      <ul className="max-h-[50dvh] divide-y divide-line overflow-y-auto rounded-control border border-line">
        {examples.data.map(({ key, title, category, description, readMinutes, isCopied }) => (
          <li key={key}>
            <label htmlFor={`example-${key}`} className="flex gap-3 px-4 py-3">
              <Checkbox
                id={`example-${key}`}
                aria-label={texts.choose(title)}
                disabled={isCopied}
                checked={chosen.includes(key)}
                onChange={({ target }) =>
                  setChosen((now) => (target.checked ? [...now, key] : now.filter((other) => other !== key)))
                }
              />
              <span className="min-w-0">
                <span className="block font-semibold">{title}</span>
                <span className="block text-form text-muted">{description}</span>
                <span className="mt-1 flex flex-wrap items-center gap-2 text-note text-muted">
                  <Badge tone="tint">{category}</Badge>
                  {contentTexts.readTime(readMinutes)}
                  {isCopied && <Badge>{texts.copied}</Badge>}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button
          disabled={chosen.length === 0 || copy.isPending}
          onClick={() => copy.isPending || copy.mutate()}
        >
          {copy.isPending && <Spinner />}
          {texts.copy(Math.max(chosen.length, 1))}
        </Button>
      </DialogActions>
    </>
  )
}
