# Daybook's server, not as root: see docs/operations.md, "In containers".
FROM python:3.11-slim-bookworm
RUN pip install --no-cache-dir uv && useradd --create-home --uid 1000 daybook
WORKDIR /app
COPY pyproject.toml uv.lock README.md LICENSE CHANGELOG.md ./
COPY agent agent
COPY prompts prompts
COPY eval eval
RUN uv sync --frozen --no-cache --no-default-groups --extra server --extra postgres --extra documents \
    && mkdir /data && chown daybook /data
ENV PATH=/app/.venv/bin:$PATH DAYBOOK_DATA_DIR=/data
USER daybook
VOLUME /data
EXPOSE 8750
HEALTHCHECK --interval=10s --start-period=30s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8750/health', timeout=3)"]
CMD ["daybook", "serve", "--host", "0.0.0.0"]
