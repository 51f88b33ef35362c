import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { valueReceiptTexts } from '#domain/texts/value-receipts.ts'
import { type ValueSettingsForm, valueSettingsForm } from '#domain/value-receipts/inputs.ts'
import { type Service, valueAudiences } from '#domain/value-receipts/value-receipts.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { useVersionedForm } from '#web/components/form/use-versioned-form.ts'
import { useVersionedSave } from '#web/components/form/use-versioned-save.ts'
import { VersionedFormFrame } from '#web/components/form/versioned-form-frame.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { type ValueSettings, valueSettingsQuery } from './queries.ts'

const texts = valueReceiptTexts.settings

export function ValueSettingsCard({ clinic }: { clinic: Clinic }) {
  const settings = useQuery(valueSettingsQuery(clinic))
  if (settings.isPending)
    return (
      <Loading>
        <Skeleton className="h-96 rounded-card" />
      </Loading>
    )
  if (settings.data === undefined)
    return <ErrorState title={texts.failed} onRetry={() => void settings.refetch()} />
  return (
    <Card>
      <Editor clinic={clinic} settings={settings.data} />
    </Card>
  )
}

function Editor({ clinic, settings: { form: stored, kinds } }: { clinic: Clinic; settings: ValueSettings }) {
  const labels = useMemo(
    () =>
      new Map<Service, string>([
        ...kinds.map(({ key, name }) => [`visit:${key}`, texts.visit(name)] as const),
        ['message', texts.message],
        ['lesson', texts.lesson],
      ]),
    [kinds],
  )
  const schema = useMemo(
    () => valueSettingsForm([...labels.keys()], clinic.currency),
    [labels, clinic.currency],
  )
  const versioned = useVersionedForm<ValueSettingsForm>(schema, stored)
  const {
    register,
    formState: { errors },
  } = versioned.form
  const queryClient = useQueryClient()
  const query = valueSettingsQuery(clinic)
  const saving = useVersionedSave(versioned, {
    queryKey: query.queryKey,
    read: async () => (await queryClient.fetchQuery({ ...query, staleTime: 0 })).form,
    store: ({ version, audience, ...prices }) =>
      callFunction('save-value-settings', {
        version,
        audience,
        prices: prices as Record<string, string>,
      }),
    onSaved: () => toast.success(texts.saved),
    failed: { title: texts.failedTitle, detail: texts.saveFailed },
  })
  return (
    <VersionedFormFrame
      versioned={versioned}
      saving={saving}
      describe={(name) =>
        name === 'audience'
          ? { label: texts.audience, saved: texts.audiences[versioned.saved.audience] }
          : { label: labels.get(name as Service) ?? name, saved: String(versioned.saved[name]) }
      }
    >
      <Field label={texts.audience} error={errors.audience?.message}>
        {(control) => (
          <Select {...control} {...register('audience')}>
            {valueAudiences.map((audience) => (
              <option key={audience} value={audience}>
                {texts.audiences[audience]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <fieldset className="space-y-5">
        <legend className="font-semibold">{texts.prices(clinic.currency)}</legend>
        <p className="text-form text-muted">{texts.pricesHint}</p>
        {[...labels].map(([service, label]) => (
          <Field key={service} label={label} isOptional error={errors[service]?.message}>
            {(control) => (
              <Input
                inputMode="decimal"
                autoComplete="off"
                className="max-w-40 tabular-nums"
                {...control}
                {...register(service)}
              />
            )}
          </Field>
        ))}
      </fieldset>
    </VersionedFormFrame>
  )
}
