# syntax=docker/dockerfile:1

# The product in one image, by default everything in one process. Nothing in it is writable but /data and /tmp.
ARG NODE_TAG=26.10.0-bookworm-slim

FROM node:${NODE_TAG} AS web
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Without scripts: they would fetch another node and build a web that is not there yet.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json vite.config.ts ./
COPY domain domain
COPY web web
RUN node web/build.ts

FROM node:${NODE_TAG} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# What is native comes built; the image's own node replaces the one that npm would fetch.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && node -e "require('argon2')"

FROM node:${NODE_TAG}
# Threads share two heaps of the C library: each keeps memory that it has freed.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
RUN mkdir /data && chown node:node /data && chmod 700 /data
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY domain domain
COPY projections projections
COPY server server
COPY --from=web /app/web/dist web/dist
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself, with no shell or npm above it: SIGTERM reaches the server, which ends what it is doing within 10 s.
CMD ["node", "server/app/main.ts"]
