import { feature } from '#server/platform/feature.ts'
import { announceRenewals } from './announce-renewals.ts'
import { applyChanges } from './apply-changes.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { changeHousehold } from './change-household.ts'
import { changeOwnCard } from './change-own-card.ts'
import { confirmPending } from './confirm-pending.ts'
import { finishChange } from './finish-change.ts'
import { keepPresentPlan } from './keep-present-plan.ts'
import { leavePlan } from './leave-plan.ts'
import { moveMembers } from './move-members.ts'
import { noticeExpiringCards } from './notice-expiring-cards.ts'
import { pauseSubscription } from './pause-subscription.ts'
import { removeOwnCard } from './remove-own-card.ts'
import { resumeSubscription } from './resume-subscription.ts'
import { setDefaultCard } from './set-default-card.ts'
import { announcePrices, stepPrice, stepPrices } from './step-prices.ts'
import { syncCancellation } from './sync-cancellation.ts'
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
    syncCancellation,
    confirmPending,
    noticeExpiringCards,
  ],
})
