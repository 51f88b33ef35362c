import { missingFeatureText, type TierFeature } from '#domain/clinic-tier/tier-features.ts'
import { paths } from '#domain/paths.ts'
import { tierFeatureTexts } from '#domain/texts/clinic-tier.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { TextLink } from './text-link.tsx'
import { Notice } from './ui/notice.tsx'

/** Replaces a control that the clinic's tier lacks: names the plans that include it. */
export function TierNotice({ feature, className }: { feature: TierFeature; className?: string }) {
  const may = useCan()
  return (
    <Notice tone="info" {...(className && { className })}>
      {missingFeatureText(feature)}{' '}
      {may('billing:write') ? (
        <TextLink to={withClinic(paths.settingsPlan)}>{tierFeatureTexts.toPlans}</TextLink>
      ) : (
        tierFeatureTexts.askAdmin
      )}
    </Notice>
  )
}
