# A server or a worker: docs/running.md.
#
#   docker build --tag han-game .
#   docker run --publish 127.0.0.1:8014:8014 --volume han-data:/data han-game

FROM node:22-slim AS client
WORKDIR /build/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web ./
COPY src/han/messages /build/src/han/messages
RUN npx vite build --logLevel=warn

FROM python:3.13-slim AS packages
WORKDIR /build
RUN python -m venv /opt/han
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY src ./src
COPY --from=client /build/src/han/server/client ./src/han/server/client
RUN /opt/han/bin/pip install --no-cache-dir --constraint constraints.txt '.[scale]'

FROM python:3.13-slim
RUN useradd --system --uid 10014 --home-dir /data --shell /usr/sbin/nologin han \
 && install --directory --owner han --group han /data /var/cache/han
COPY --from=packages /opt/han /opt/han
ENV PATH=/opt/han/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    HAN_CACHE_DIR=/var/cache/han
USER han
WORKDIR /data
# The database of a small server, and the rules compiled for this machine's processor.
VOLUME ["/data", "/var/cache/han"]
EXPOSE 8014
# The first start on a machine compiles the rules and answers when it is done.
HEALTHCHECK --interval=10s --timeout=5s --start-period=300s --retries=3 \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8014/healthz', timeout=4)"]
ENTRYPOINT ["han"]
CMD ["serve", "--host", "0.0.0.0", "--database", "/data/han.sqlite"]
