FROM python:3.12-slim-bookworm

RUN useradd --system --create-home --home-dir /home/greatwar greatwar
WORKDIR /opt/greatwar
# requirements-traces.lock for traces: docker compose build --build-arg LOCK=requirements-traces.lock
ARG LOCK=requirements.lock
COPY requirements.lock requirements-traces.lock ./
RUN pip install --no-cache-dir --require-hashes --requirement ${LOCK}
COPY pyproject.toml LICENSE README.md alembic.ini ./
COPY migrations migrations
COPY rules rules
COPY scenarios scenarios
COPY static static
COPY app app
RUN pip install --no-cache-dir --no-deps --no-build-isolation --no-index --editable .

RUN install -d -o greatwar -g greatwar /data
USER greatwar
ENV GREATWAR_VAR=/data/var PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --start-period=30s CMD python -c \
    "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=5)"
# The container's own network is what it listens on; what is published is up to whoever runs it.
CMD ["greatwar", "serve", "--host", "0.0.0.0"]
