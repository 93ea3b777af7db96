/**
 * An open set: notes that a coding agent kept about a web shop's repository, and questions as its developers ask them. Both were
 * written before anything was measured; the questions by their matter, without looking at the words of the notes.
 */
export const NOTES = {
  packageManager:
    "Packages are managed with pnpm 9. Running npm install breaks the lock file, so CI rejects package-lock.json.",
  workspaces:
    "The monorepo has four workspaces: apps/storefront, apps/admin, packages/ui and packages/pricing.",
  nodeVersion: "Node 22 is required since June; .nvmrc pins 22.11 because sharp 0.33 crashes on 20.",
  devStart:
    "Local development starts with `pnpm dev`, which needs Postgres and Redis from docker compose up -d.",
  seed: "`pnpm db:seed` fills the local database with 200 demo products and the user demo@example.org.",
  migrations:
    "Database migrations are written with Drizzle in packages/db/migrations and applied by `pnpm db:migrate`.",
  migrationOrder: "Destructive migrations go in two releases: first stop using the column, then drop it.",
  tests:
    "Unit tests run with `pnpm test` (Vitest); end-to-end tests with `pnpm e2e` (Playwright) need the dev server on port 4100.",
  flakyTest:
    "The checkout e2e test is flaky on Fridays because the fake clock in tax.test.ts ignores time zones.",
  lint: "Linting and formatting are done by Biome, not ESLint and Prettier; the pre-commit hook runs it through lefthook.",
  tabs: "Code style: tabs for indentation, double quotes, no default exports outside of pages.",
  commits:
    "Commit messages follow Conventional Commits; the release notes are generated from them by changesets.",
  branches:
    "Feature branches start from develop and are squashed on merge; main holds what is in production.",
  deploy:
    "Deployment: merging to main builds a Docker image in GitHub Actions, and Argo CD rolls it out to the Kubernetes cluster in Frankfurt.",
  rollback:
    "# Rollback\n\nRun `argocd app rollback storefront` with the previous revision, then revert the merge commit on main.",
  staging: "Staging is at staging.acme-shop.example and is redeployed every night at 02:00 from develop.",
  featureFlags: "Feature flags live in Unleash; a flag older than 60 days fails the build.",
  secrets: "Secrets come from Vault at start-up; nothing secret is in .env files, which only hold defaults.",
  prices:
    "Amounts of money are integers in cents everywhere; only the ui package formats them, with Intl.NumberFormat.",
  tax: "VAT is computed per line item and rounded half up, as the accountant asked in March; totals are never rounded again.",
  decisionOrm:
    "We chose Drizzle over Prisma, because Prisma's query engine added 40 MB to the image and 900 ms to cold starts.",
  decisionQueue:
    "Background jobs use BullMQ on Redis. Kafka was rejected: too much to operate for three developers.",
  decisionCss:
    "Styles are written in Tailwind; styled-components was removed in version 4, since it broke streaming in React 19.",
  payments:
    "Stripe webhooks are verified in apps/storefront/api/stripe.ts; duplicates are dropped by event id in the table stripe_events.",
  paymentBug:
    "Double charges in April came from retrying a timed out PaymentIntent without an idempotency key; charge() now always passes the order id.",
  emails:
    "Mails are rendered with react-email and sent by Postmark; in development they land in Mailpit on port 8025.",
  search:
    "Product search runs on Meilisearch; the index is rebuilt by `pnpm search:reindex`, which takes about six minutes.",
  images:
    "Product pictures are resized by the imgproxy service; never commit originals, they are in the bucket acme-media.",
  cache:
    "The product page is cached for five minutes at the CDN; purge it with scripts/purge.ts after a price change.",
  authentication: "Sign-in uses Lucia sessions in cookies; JWTs are only for the public API of partners.",
  adminAccess: "The admin app is behind the VPN, and a user needs the role staff to open it.",
  logging: "Logs are JSON by pino and go to Grafana Loki; search them by the field requestId.",
  errors:
    "Exceptions are reported to Sentry; the project's name there is acme-storefront, and releases are tagged with the git hash.",
  slowQuery:
    "The order list was slow because of a missing index on orders(customer_id, created_at); it was added in migration 0042.",
  memoryLeak: "The memory leak of the image worker was caused by sharp's cache; sharp.cache(false) fixed it.",
  timeouts:
    "Calls to the warehouse API time out after 3 s and are retried twice; it is slow between 6 and 7 in the morning.",
  translations:
    "Texts are translated in Lokalise; keys are pulled by `pnpm i18n:pull` and German is the source language.",
  accessibility: "Every new page must pass axe without violations; the check runs in the Playwright tests.",
  versions: "The public API is versioned by date in the header X-Api-Version; a version is kept for a year.",
  owner: "Questions on pricing go to Mirela, on infrastructure to Jonas; both are in the channel #shop-dev.",
  license:
    "New dependencies need an MIT, BSD or Apache licence; GPL is refused by the script check-licenses.",
  backups:
    "The production database is backed up hourly to S3 and kept for 30 days; a restore was last practised on 4 October.",
} as const;

export type NoteName = keyof typeof NOTES;

export const QUESTIONS: readonly (readonly [question: string, note: NoteName])[] = [
  ["Which package manager does this repo use?", "packageManager"],
  ["How do I roll back?", "rollback"],
  ["How do I get the app running on my machine?", "devStart"],
  ["What do I run to apply a database migration?", "migrations"],
  ["Can I drop a column right away?", "migrationOrder"],
  ["Why did we pick Drizzle instead of Prisma?", "decisionOrm"],
  ["Where do I see the mails that the app sends locally?", "emails"],
  ["tabs or spaces?", "tabs"],
  ["What caused the double charges?", "paymentBug"],
  ["How are prices stored, as floats or integers?", "prices"],
  ["Why is the checkout test failing on Friday?", "flakyTest"],
  ["How does a merge get to production?", "deploy"],
  ["Who can I ask about infrastructure?", "owner"],
  ["How do I find the logs of one request?", "logging"],
  ["I changed a price but the product page still shows the old one", "cache"],
];
