import type { UseFormReturn } from 'react-hook-form'
import { type HsaProblem, hsaCapText, hsaProblems } from '#domain/plans/hsa.ts'
import { lawProblem } from '#domain/plans/inputs.ts'
import { isIntervalLawful, type LeavingPolicy, leavingRule } from '#domain/plans/place-law.ts'
import { type Place, placeNames } from '#domain/plans/places.ts'
import {
  leavingRefunds,
  maxPauseMonths,
  type PlanInterval,
  planIntervals,
  planKinds,
} from '#domain/plans/plans.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { Field } from '#web/components/form/field.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { serverNow } from '#web/lib/page/clock.ts'
import { HouseholdFields } from './household-fields.tsx'
import { LinesField } from './lines-field.tsx'
import { centsFrom, type PlanForm, written } from './plan-form.ts'

const texts = planTexts.editor

/** @param place whose law forbids some choices @param hasFixedKind hides the kind */
export function PlanFields({
  form,
  currency,
  place,
  hasFixedKind,
}: {
  form: UseFormReturn<PlanForm>
  currency: string
  place: Place | null
  hasFixedKind: boolean
}) {
  const { register, formState, watch } = form
  const { errors } = formState
  const isForHouseholds = watch('forHouseholds')
  const { interval, leavingRefund } = watch()

  return (
    <div className="space-y-6">
      <Field label={texts.name} hint={texts.nameHint} error={errors.name?.message}>
        {(control) => <Input maxLength={120} autoComplete="off" {...control} {...register('name')} />}
      </Field>
      {!hasFixedKind && (
        <Field label={texts.kind} error={errors.kind?.message}>
          {(control) => (
            <Select {...control} {...register('kind')}>
              {planKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {planTexts.kinds[kind]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <Field
          label={`${isForHouseholds ? texts.amountPerAdult : texts.amount} (${planTexts.page.amountUnit(currency)})`}
          error={errors.amount?.message}
        >
          {(control) => (
            <Input
              inputMode="decimal"
              autoComplete="off"
              placeholder="49.00"
              {...control}
              {...register('amount')}
            />
          )}
        </Field>
        <Field label={texts.interval} error={errors.interval?.message}>
          {(control) => (
            <Select {...control} {...register('interval')}>
              {lawfulIntervals(place, interval).map((choice) => (
                <option key={choice} value={choice}>
                  {planTexts.intervals[choice]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <HouseholdFields form={form} currency={currency} />
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <Field
          label={`${texts.enrolment} (${planTexts.page.amountUnit(currency)})`}
          isOptional
          hint={texts.enrolmentHint}
          error={errors.enrolment?.message}
        >
          {(control) => (
            <Input inputMode="decimal" autoComplete="off" {...control} {...register('enrolment')} />
          )}
        </Field>
        <Field label={texts.trialDays} hint={texts.trialHint} error={errors.trialDays?.message}>
          {(control) => (
            <Input inputMode="numeric" autoComplete="off" {...control} {...register('trialDays')} />
          )}
        </Field>
      </div>
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <Field label={texts.pause} hint={texts.pauseHint} error={errors.maxPauseMonths?.message}>
          {(control) => (
            <Select {...control} {...register('maxPauseMonths')}>
              {Array.from({ length: maxPauseMonths + 1 }, (_, months) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the index is the choice
                <option key={months} value={months}>
                  {texts.pauses(months)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label={texts.leaving}
          hint={leavingHint({ interval, leavingRefund }, place)}
          error={errors.leavingRefund?.message}
        >
          {(control) => (
            <Select {...control} {...register('leavingRefund')}>
              {lawfulRefunds(place, { interval, leavingRefund }).map((choice) => (
                <option key={choice} value={choice}>
                  {texts.leavingRefunds[choice]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <HsaNotice form={watch()} currency={currency} />
      <Field label={texts.description} isOptional error={errors.description?.message}>
        {(control) => <Textarea rows={3} {...control} {...register('description')} />}
      </Field>
      <LinesField form={form} name="includes" label={texts.includes} hint={texts.includesHint} />
      <LinesField form={form} name="excludes" label={texts.excludes} hint={texts.excludesHint} />
    </div>
  )
}

/** Includes an unlawful interval chosen before the place, so that its error can be shown. */
const lawfulIntervals = (place: Place | null, chosen: PlanInterval) =>
  planIntervals.filter((choice) => choice === chosen || isIntervalLawful(choice, place))

const lawfulRefunds = (place: Place | null, { interval, leavingRefund: chosen }: LeavingPolicy) =>
  leavingRefunds.filter(
    (choice) => choice === chosen || lawProblem({ interval, leavingRefund: choice }, place) === null,
  )

function leavingHint(policy: LeavingPolicy, place: Place | null): string {
  const rule = place && leavingRule(policy, [place])
  return rule?.place ? planTexts.law.leaving[rule.earning](placeNames[rule.place]) : texts.leavingHint
}

/** Warns a clinic in the United States if patients could not pay from a tax account. */
function HsaNotice({ form, currency }: { form: PlanForm; currency: string }) {
  const { kind, interval, includes } = form
  const plan = { kind, interval, currency, includes: written(includes), ...centsFrom(form, currency) }
  const problems = hsaProblems(plan, serverNow().getUTCFullYear())
  if (problems.length === 0) return null
  return (
    <Notice tone="info" title={texts.hsaTitle}>
      <ul className="list-disc space-y-1 pl-5">
        {problems.map((problem) => (
          <li key={problem.because}>{hsaText(problem)}</li>
        ))}
      </ul>
      <p className="mt-2">{texts.hsaPublish}</p>
    </Notice>
  )
}

function hsaText(problem: HsaProblem): string {
  if (problem.because === 'bundled') return texts.hsa.bundled(problem.line)
  if (problem.because === 'not_periodic') return texts.hsa.not_periodic
  return texts.hsa[problem.because](hsaCapText(problem))
}
