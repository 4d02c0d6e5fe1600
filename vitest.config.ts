import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{shared,server,client,scripts}/**/*.test.{ts,tsx}'],
    maxWorkers: 2,
    testTimeout: 15_000,
  },
})
