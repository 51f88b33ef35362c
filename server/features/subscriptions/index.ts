import { feature } from '#server/clinic/feature.ts'
import { announceRenewals } from './announce-renewals.ts'
import { changeOwnCard } from './cards/change-own-card.ts'
import { noticeExpiringCards } from './cards/notice-expiring-cards.ts'
import { payAutomatically } from './cards/pay-automatically.ts'
import { removeOwnCard } from './cards/remove-own-card.ts'
import { setDefaultCard } from './cards/set-default-card.ts'
import { applyChanges } from './changes/apply-changes.ts'
import { changeHousehold } from './changes/change-household.ts'
import { confirmPending } from './changes/confirm-pending.ts'
import { finishChange } from './changes/finish-change.ts'
import { keepPresentPlan } from './changes/keep-present-plan.ts'
import { moveMembers } from './changes/move-members.ts'
import { moveRenewal, moveRenewals } from './changes/move-renewals.ts'
import { announcePrices, stepPrice, stepPrices } from './changes/step-prices.ts'
import { cancelSubscription } from './ending/cancel-subscription.ts'
import { leavePlan } from './ending/leave-plan.ts'
import { syncCancellation } from './ending/sync-cancellation.ts'
import { pauseSubscription } from './pause-subscription.ts'
import { resumeSubscription } from './resume-subscription.ts'
import { unpauseSubscription } from './unpause-subscription.ts'

export const subscriptionsFeature = feature({
  actions: [
    cancelSubscription,
    changeHousehold,
    pauseSubscription,
    unpauseSubscription,
    leavePlan,
    keepPresentPlan,
    moveMembers,
    resumeSubscription,
    changeOwnCard,
    payAutomatically,
    setDefaultCard,
    removeOwnCard,
  ],
  jobs: [
    stepPrices,
    announcePrices,
    announceRenewals,
    applyChanges,
    finishChange,
    stepPrice,
    moveRenewals,
    moveRenewal,
    syncCancellation,
    confirmPending,
    noticeExpiringCards,
  ],
})
