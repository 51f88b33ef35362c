import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contentTexts } from '#domain/texts/content.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { TierNotice } from '#web/components/tier-notice.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { useLackingFeatures } from '#web/lib/clinic/lacking-features.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { config } from '#web/lib/page/config.ts'
import { sharedLibrariesQuery } from './queries.ts'

const texts = contentTexts.sharing

/** Libraries of other clinics, and clinics that may copy from this one. */
export function SharingDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog open={isOpen} onOpenChange={(open) => open || onClose()}>
      <DialogContent title={texts.title} description={texts.lead} className="sm:max-w-180">
        <Libraries />
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            {texts.close}
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  )
}

function Libraries() {
  const { subdomain } = useClinic()
  const may = useCan()
  const lacksPresentations = useLackingFeatures().includes('advanced_education')
  const shared = useQuery(sharedLibrariesQuery(subdomain))
  if (shared.isPending) {
    return (
      <Loading>
        <Skeleton className="h-48" />
      </Loading>
    )
  }
  if (!shared.data) return <ErrorState title={texts.failed} onRetry={() => void shared.refetch()} />
  const { libraries, sharedWith } = shared.data
  return (
    <div className="max-h-[60dvh] space-y-6 overflow-y-auto p-1">
      {lacksPresentations && libraries.some(({ items }) => items.some(isPresentation)) && (
        <TierNotice feature="advanced_education" />
      )}
      {libraries.length === 0 && <p className="text-muted">{texts.none}</p>}
      {libraries.map(({ clinicId, name, items }) => (
        <section key={clinicId} aria-label={name}>
          <h3 className="font-semibold break-words">{name}</h3>
          {items.length === 0 ? (
            <p className="text-form text-muted">{texts.empty}</p>
          ) : (
            <ul className="mt-2 divide-y divide-line rounded-control border border-line">
              {items.map((item) => (
                <li key={item.itemId} className="flex flex-wrap items-center gap-3 px-4 py-3">
                  <span className="min-w-0 flex-1">
                    <span className="block font-semibold break-words">{item.title}</span>
                    {item.description && (
                      <span className="block text-form text-muted">{item.description}</span>
                    )}
                    <span className="mt-1 flex flex-wrap gap-2 text-note text-muted">
                      <Badge tone="tint">{item.category}</Badge>
                      {contentTexts.types[item.type]}
                    </span>
                  </span>
                  {!(lacksPresentations && isPresentation(item)) && (
                    <Copy itemId={item.itemId} title={item.title} />
                  )}
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
      {may('clinic:update') && <Ours sharedWith={sharedWith} />}
    </div>
  )
}

const isPresentation = ({ type }: { type: string }) => type === 'presentation'

function Copy({ itemId, title }: { itemId: string; title: string }) {
  const refresh = useRefreshClinic()
  const copy = useMutation({
    mutationFn: () => callFunction('copy-shared-content', { itemId }),
    onSuccess: async () => {
      toast.success(texts.copied, { description: title })
      await refresh()
    },
    onError: (error) => toast.error(texts.copyFailed, describeRefusal(error, contentTexts.tryAgain)),
  })
  return (
    <Button
      variant="outline"
      size="small"
      aria-label={texts.copyOf(title)}
      disabled={copy.isPending || copy.isSuccess}
      onClick={() => copy.isPending || copy.mutate()}
    >
      {copy.isSuccess ? texts.copied : texts.copy}
    </Button>
  )
}

function Ours({ sharedWith }: { sharedWith: readonly { subdomain: string; name: string }[] }) {
  const { subdomain: own } = useClinic()
  const queryClient = useQueryClient()
  const [address, setAddress] = useState('')
  const change = useMutation({
    mutationFn: (input: { subdomain: string; isShared: boolean }) => callFunction('share-library', input),
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(own, 'shared-libraries') }),
  })
  const problem = addressProblem(change.error)
  const end = (subdomain: string, name: string) =>
    change.mutate(
      { subdomain, isShared: false },
      {
        onSuccess: () =>
          toast.success(texts.ended(name), {
            action: {
              label: texts.undo,
              onClick: () => change.mutate({ subdomain, isShared: true }),
            },
          }),
        onError: (error) => toast.error(texts.changeFailed, describeRefusal(error, contentTexts.tryAgain)),
      },
    )
  return (
    <section aria-label={texts.ours} className="space-y-3 border-t border-line pt-5">
      <h3 className="font-semibold">{texts.ours}</h3>
      <p className="text-form text-muted">{texts.oursLead}</p>
      {sharedWith.length === 0 ? (
        <p className="text-form text-muted">{texts.nobody}</p>
      ) : (
        <ul className="divide-y divide-line rounded-control border border-line">
          {sharedWith.map(({ subdomain, name }) => (
            <li key={subdomain} className="flex items-center justify-between gap-3 px-4 py-2">
              <span className="min-w-0 break-words">{name}</span>
              <Button
                variant="quiet"
                size="small"
                aria-label={texts.endOf(name)}
                disabled={change.isPending}
                onClick={() => end(subdomain, name)}
              >
                {texts.end}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        noValidate
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (change.isPending) return
          change.mutate(
            { subdomain: address, isShared: true },
            {
              onSuccess: () => setAddress(''),
              onError: (error) => {
                if (!addressProblem(error))
                  toast.error(texts.changeFailed, describeRefusal(error, contentTexts.tryAgain))
              },
            },
          )
        }}
      >
        <Field
          label={texts.addressLabel}
          hint={texts.addressHint(config.appDomain)}
          {...(problem && { error: problem })}
        >
          {(control) => (
            <Input
              maxLength={63}
              autoComplete="off"
              autoCapitalize="none"
              {...control}
              value={address}
              onChange={({ target }) => setAddress(target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="outline" disabled={change.isPending}>
          {texts.share}
        </Button>
      </form>
    </section>
  )
}

function addressProblem(error: unknown): string | undefined {
  return error instanceof ApiError
    ? error.fields.find(({ path }) => path === 'subdomain')?.message
    : undefined
}
