# The service alone: Node, the bundles of this checkout and the database's native code. How to run it: docs/deploy.md.

FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY packages/convex-on-sqlite/package.json packages/convex-on-sqlite/
RUN npm ci
COPY . .
RUN npm run prepack

FROM node:24-bookworm-slim AS packages
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
# The host's package is in the bundles already.
RUN npm ci --omit=dev --workspaces=false

FROM node:24-bookworm-slim
WORKDIR /app
COPY package.json LICENSE ./
COPY bin ./bin
COPY --from=packages /src/node_modules ./node_modules
COPY --from=build /src/dist ./dist
# "anima" is on the path for `docker exec`. The data's folder must belong to the user before it becomes a volume.
RUN ln -s anima.mjs bin/anima && mkdir /data && chown 1000:1000 /data
ENV PATH=/app/bin:$PATH NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
# Without DATA_DIR or ENV_FILE, settings and data would be here as well: the first start writes .env.local with the tokens.
WORKDIR /data
VOLUME /data
# The image's user node, by number: Kubernetes then sees that it is not root.
USER 1000:1000
EXPOSE 3210
# Degraded is healthy: the service answers, and says what it lacks.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3210}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["anima", "start"]
