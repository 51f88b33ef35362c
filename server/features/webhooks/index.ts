import { feature } from '#server/clinic/feature.ts'
import { addWebhook } from './add-webhook.ts'
import { changeWebhook } from './change-webhook.ts'
import { collectWebhooks } from './collect-webhooks.ts'
import { forgetDeliveries } from './forget-deliveries.ts'
import { removeWebhook } from './remove-webhook.ts'
import { resendWebhook } from './resend-webhook.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { sendWebhooks } from './send-webhooks.ts'
import { switchWebhook } from './switch-webhook.ts'
import { testWebhook } from './test-webhook.ts'

export const webhooksFeature = feature({
  actions: [
    addWebhook,
    changeWebhook,
    switchWebhook,
    rotateWebhookSecret,
    removeWebhook,
    testWebhook,
    resendWebhook,
  ],
  jobs: [collectWebhooks, sendWebhooks, forgetDeliveries],
})
