import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ClinicTier } from '#domain/clinic-tier/clinic-tier.ts'
import { tierIncludes } from '#domain/clinic-tier/tier-features.ts'
import { brandShades, type ClinicBrandForm, clinicBrandForm } from '#domain/clinics/clinic-brand.ts'
import { type ClinicColor, clinicColorValues } from '#domain/clinics/clinic-mark.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { CurrentClinicMark } from '#web/components/clinic/current-clinic-mark.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { FormButtons } from '#web/components/form/form-buttons.tsx'
import { useUnsaved } from '#web/components/form/unsaved-guard.tsx'
import { showFieldErrors, useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { TierNotice } from '#web/components/tier-notice.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction, rest } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const texts = clinicTexts.brand

export function BrandCard({ clinic }: { clinic: Clinic }) {
  const tier = useSession().subscriptionTier as ClinicTier
  const isIncluded = tierIncludes[tier].features.includes('white_labeling')
  const read = useQuery({
    queryKey: clinicKey(clinic.subdomain, 'brand', 'settings'),
    queryFn: async ({ signal }) => {
      const { data, error } = await rest
        .from('clinic_brands')
        .select('color,hides_carefold,version')
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return data
    },
  })
  const { data: brand } = read
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  return (
    <Card id={settingsCardIds.brand}>
      <CardTitle>{texts.title}</CardTitle>
      {read.isPending ? (
        <Skeleton className="mt-4 h-24 rounded-control" />
      ) : brand === undefined ? (
        <ErrorState title={texts.failed} onRetry={() => void read.refetch()} />
      ) : isIncluded ? (
        <>
          <CardNote className="mb-4">{texts.lead}</CardNote>
          <BrandForm
            key={brand?.version ?? 0}
            clinic={clinic}
            version={brand?.version ?? 0}
            savedAt={savedAt}
            onSaved={() => setSavedAt(serverNow())}
            brand={{
              // without a stored brand nothing of it applies yet
              ownsColor: (brand?.color ?? null) !== null,
              color: brand?.color ?? clinicColorValues[clinic.color as ClinicColor].light,
              hidesCarefold: brand?.hides_carefold ?? false,
            }}
          />
        </>
      ) : (
        <TierNotice feature="white_labeling" className="mt-4" />
      )}
    </Card>
  )
}

function BrandForm({
  clinic,
  version,
  savedAt,
  onSaved,
  brand,
}: {
  clinic: Clinic
  version: number
  savedAt: Date | null
  onSaved(): void
  brand: ClinicBrandForm
}) {
  const queryClient = useQueryClient()
  const form = useSchemaForm<ClinicBrandForm>(clinicBrandForm, brand)
  const { register, formState, handleSubmit, watch, setValue } = form
  const { errors, isDirty } = formState
  useUnsaved(isDirty)
  const id = useId()
  const [ownsColor, hidesCarefold, typed] = watch(['ownsColor', 'hidesCarefold', 'color'])
  const color = /^#[0-9a-f]{6}$/i.test(typed.trim()) ? typed.trim().toUpperCase() : brand.color
  const shades = ownsColor ? brandShades(color) : clinicColorValues[clinic.color as ClinicColor]
  const save = useMutation({
    mutationFn: (values: ClinicBrandForm) => callFunction('save-clinic-brand', { version, brand: values }),
    onSuccess: (_, values) => {
      form.reset(values)
      onSaved()
    },
    onError: (error) => {
      const fields = error instanceof ApiError ? error.fields : []
      const isOnItsField = showFieldErrors(
        form,
        fields.map(({ path, message }) => ({ path: path.replace(/^brand\./, ''), message })),
      )
      if (!isOnItsField) toast.error(texts.saveFailed, describeRefusal(error))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(clinic.subdomain, 'brand') }),
  })
  return (
    <form id={id} noValidate onSubmit={handleSubmit((values) => save.mutate(values))} className="space-y-5">
      <label htmlFor="brand-unmarked" className="flex items-start gap-3">
        <Checkbox
          id="brand-unmarked"
          checked={hidesCarefold}
          onChange={(event) => setValue('hidesCarefold', event.target.checked, { shouldDirty: true })}
        />
        <span>{texts.hidesCarefold}</span>
      </label>
      <label htmlFor="brand-color" className="flex items-start gap-3">
        <Checkbox
          id="brand-color"
          checked={ownsColor}
          onChange={(event) => setValue('ownsColor', event.target.checked, { shouldDirty: true })}
        />
        <span>{texts.ownsColor}</span>
      </label>
      {ownsColor && (
        <div className="flex max-w-80 items-start gap-3">
          <input
            type="color"
            aria-label={texts.pickColor}
            value={color.toLowerCase()}
            onChange={(event) =>
              setValue('color', event.target.value.toUpperCase(), { shouldDirty: true, shouldValidate: true })
            }
            className="mt-7 size-11 flex-none cursor-pointer rounded-control border border-control bg-surface p-1"
          />
          <Field label={texts.color} hint={texts.colorHint} error={errors.color?.message}>
            {(control) => <Input autoComplete="off" spellCheck={false} {...control} {...register('color')} />}
          </Field>
        </div>
      )}
      <section>
        <h3 className="mb-2 text-form font-semibold">{texts.preview}</h3>
        <div className="grid gap-3 sm:grid-cols-2">
          <BrandPreview theme="light" primary={shades.light} name={clinic.name} />
          <BrandPreview theme="dark" primary={shades.dark} name={clinic.name} />
        </div>
        {ownsColor && (
          <p className="mt-2 text-note text-muted" aria-live="polite">
            {shades.light === color && shades.dark === color ? texts.asChosen : texts.adjusted}
          </p>
        )}
      </section>
      <FormButtons
        formId={id}
        isBusy={save.isPending}
        isDirty={isDirty}
        savedAt={savedAt}
        busyText={texts.saving}
        onCancel={() => form.reset()}
      />
    </form>
  )
}

// as in web/styles/tokens.css; the preview shows both themes
const grounds = {
  light: { '--paper': '#faf8f4', '--ink': '#1c2825', '--line': '#ded8cc', '--on-primary': '#ffffff' },
  dark: { '--paper': '#111917', '--ink': '#e8eeeb', '--line': '#2c3935', '--on-primary': '#08221b' },
}

function BrandPreview({ theme, primary, name }: { theme: 'light' | 'dark'; primary: string; name: string }) {
  const label = theme === 'light' ? texts.inLight : texts.inDark
  const colors: Record<string, string> = {
    ...grounds[theme],
    '--primary': primary,
    '--primary-hover': primary,
  }
  return (
    <div
      role="img"
      aria-label={`${texts.preview}: ${label}`}
      style={colors}
      className="flex flex-col items-start gap-3 rounded-control border border-line bg-paper p-5 text-ink"
    >
      <span className="text-note">{label}</span>
      <span className="flex max-w-full items-center gap-3">
        <CurrentClinicMark />
        <span className="line-clamp-2 min-w-0 font-display leading-tight font-semibold">{name}</span>
      </span>
      <span className="button button-primary cursor-default">{clinicTexts.profile.previewButton}</span>
      <span className="link cursor-default">{clinicTexts.profile.previewLink}</span>
    </div>
  )
}
