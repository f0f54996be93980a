# The command in a small image of Debian 12, without `glint studio`, whose page takes more to build.
#
#     docker build --tag glint .
#     docker run --rm --volume "$PWD:/games" glint check my_game.glint
#     docker run --rm -it --user "$(id -u)" --volume "$PWD:/games" --publish 127.0.0.1:7441:7441 \
#       glint host my_game.glint --listen 0.0.0.0 --port 7441 --at http://localhost:7441
FROM debian:12 AS build
COPY . /glint
RUN sh /glint/examples/release.sh command

FROM debian:12-slim
# The package knows which libraries the command is linked to. `glint print` also loads librsvg, and draws with these fonts.
COPY --from=build /glint/build/release-files/glint_*.deb /tmp/
RUN apt-get update \
  && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends /tmp/glint_*.deb librsvg2-2 fonts-liberation \
  && rm -rf /tmp/glint_*.deb /var/lib/apt/lists/* \
  && useradd --create-home glint
ENV LANG=C.UTF-8
USER glint
WORKDIR /games
# Of `glint host`.
EXPOSE 7441
ENTRYPOINT ["glint"]
CMD ["--help"]
